// The visitor's page that Recado serves itself. A message counts as sent once it is in the product's history: the page reads it
// from there, live or on its next visit, so nothing can be lost between us and a provider.
import { ChannelError, type ChannelPlugin, type Connection, type Host, type OutboundMessage } from "../sdk/mod.ts";
import { type Config, config, manifest } from "./manifest.ts";
import { pages } from "./pages.ts";

const rejected = (reason: ChannelError["reason"]) => new ChannelError("rejected", { reason });

function check({ to, text, media, location, contacts }: OutboundMessage): void {
  const kinds = manifest.identities.map(({ kind }) => kind);
  // No page could show the message.
  if (!to.identities.some(({ kind }) => kinds.includes(kind))) throw rejected("ERR_RECIPIENT_UNAVAILABLE");
  if (location || contacts) throw rejected("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (text && text.length > manifest.text.max) throw rejected("ERR_TEXT_TOO_LONG");
  if (!media) return;
  const limits = manifest.media[media.kind];
  if (!limits || media.bytes > limits.maxBytes) throw rejected("ERR_MEDIA_REFUSED");
}

async function connect(_: Config, host: Host): Promise<Connection> {
  let closed = host.signal.aborted;
  // The page learns of edits, deletions and reading from the history it watches, so these calls have nothing to send.
  const known = () => closed ? Promise.reject(notConnected()) : Promise.resolve();
  if (!closed) await host.status("CONNECTED");
  return {
    async send(message) {
      await known();
      check(message);
      return { externalId: message.key, ack: 1 };
    },
    media: () => Promise.reject(rejected("ERR_MEDIA_REFUSED")),
    close() {
      closed = true;
      return Promise.resolve();
    },
    edit: known,
    remove: known,
    typing: known,
    markRead: known,
  };
}
function notConnected(): ChannelError {
  return new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED" });
}

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  accounts: ({ key }) => [key],
  connect,
  pages,
};
