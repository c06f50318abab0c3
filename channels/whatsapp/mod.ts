// A number of WhatsApp, linked like one of its devices. Unofficial: it speaks as WhatsApp's own clients do.
import type { ChannelPlugin, Connection, Host } from "../sdk/mod.ts";
import { peopleOf } from "./inbound/book.ts";
import { type Config, config } from "./config.ts";
import { checkNumbers, edit, lookup, markRead, react, refuseCall, remove, typing } from "./outbound/deeds.ts";
import { Device } from "./device.ts";
import { keepStrays } from "./wire/guard.ts";
import { manifest } from "./manifest.ts";
import { openMedia } from "./inbound/media-in.ts";
import { hushLibsignal } from "./life/quiet.ts";
import { send } from "./outbound/send.ts";
import { insistOnSignatures } from "./life/trust.ts";

/** What holds for the whole process, before the first line. */
function prepare(host: Host): void {
  hushLibsignal();
  keepStrays(host.log);
  insistOnSignatures(host.env.WHATSAPP_ROOT_KEY);
}

/** What a connection is, over a device that may have no open line just now. */
export function connectionOf(device: Device): Connection {
  return {
    send: (message) => device.on((line) => send(line, message), true),
    media: (ref) => device.on((line) => openMedia(line, ref)),
    edit: (to, externalId, text) => device.on((line) => edit(line, to, externalId, text)),
    remove: (to, externalId) => device.on((line) => remove(line, to, externalId)),
    react: (to, externalId, emoji) => device.on((line) => react(line, to, externalId, emoji)),
    typing: (to, on) => device.on((line) => typing(line, to, on)),
    markRead: (to, externalId) => device.on((line) => markRead(line, to, externalId)),
    lookup: (peer) => device.on((line) => lookup(line, peer)),
    refuseCall: (peer, externalId) => device.on((line) => refuseCall(line, peer, externalId)),
    checkNumbers: (numbers) => device.on((line) => checkNumbers(line, numbers)),
    people: (of) => device.on((line) => peopleOf(line, of)),
    link: ({ number }) => device.link({ number }),
    unlink: () => device.unlink(),
    close: () => device.close(),
  };
}

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  /** Known only once a phone agreed; then the host is told (`Host.account`). */
  accounts: () => [],
  connect(_settings, host) {
    prepare(host);
    const device = new Device(host);
    device.start();
    return Promise.resolve(connectionOf(device));
  },
};
