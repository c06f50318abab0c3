// A number on Meta's WhatsApp Cloud API.
import { z } from "zod";
import { ChannelError, type ChannelPlugin, type Connection, type Host, type OutboundMedia } from "../sdk/mod.ts";
import { check } from "../meta/checks.ts";
import { Graph } from "../meta/graph.ts";
import { Line } from "../meta/line.ts";
import { subscribeBusiness } from "../meta/subscriptions.ts";
import { odd } from "../meta/tolerant.ts";
import { metaWebhook } from "../meta/webhook.ts";
import { explainWhatsapp } from "./errors.ts";
import { inbound } from "./inbound.ts";
import { type Config, config, manifest } from "./manifest.ts";
import { messageBody, reactionBody, readBody, uploadForm } from "./outbound.ts";
import { readTemplates } from "./templates.ts";
import { tellTier } from "./tier.ts";

const Sent = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const Uploaded = z.object({ id: z.string().min(1) });
const Found = z.object({ url: z.string(), mime_type: odd(z.string()) });
const Anything = z.unknown();

function open({ phoneNumberId, wabaId, accessToken: token }: Config, host: Host): Connection {
  const graphUntil = (signal: AbortSignal) => new Graph(host, { token, explain: explainWhatsapp, signal });
  const line = new Line(host, phoneNumberId, async (signal) => {
    const graph = graphUntil(signal);
    await graph.call(Anything, { path: phoneNumberId, query: { fields: "display_phone_number,verified_name" } });
    await subscribeBusiness(graph, wabaId, host.env);
    await tellTier(graph, host, phoneNumberId);
  });
  const graph = graphUntil(line.signal);
  const path = `${phoneNumberId}/messages`;

  async function reported<T>(work: () => Promise<T>): Promise<T> {
    if (line.signal.aborted) {
      throw new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail: "closed" });
    }
    return await work().catch(async (error) => {
      throw await line.failed(error);
    });
  }
  async function upload(media: OutboundMedia): Promise<string> {
    const form = await uploadForm(media);
    return (await graph.call(Uploaded, { method: "POST", path: `${phoneNumberId}/media`, form, bytes: media.bytes }))
      .id;
  }

  line.open();
  return {
    send: (message) =>
      reported(async () => {
        check(message, manifest, host.clock.now());
        // Refuse a message before its file is uploaded.
        messageBody(message, "unused");
        const json = messageBody(message, message.media && await upload(message.media));
        const { messages } = await graph.call(Sent, { method: "POST", path, sends: true, json });
        return { externalId: messages[0]?.id ?? "", ack: 1 as const };
      }),
    media: (ref) =>
      reported(async () => {
        const query = { phone_number_id: phoneNumberId };
        const { url, mime_type } = await graph.call(Found, { path: encodeURIComponent(ref), query });
        const file = await graph.download(url, true);
        return { mimeType: mime_type ?? file.mimeType, body: file.body };
      }),
    react: (to, externalId, emoji) =>
      reported(async () => {
        await graph.call(Anything, { method: "POST", path, json: reactionBody(to, externalId, emoji) });
      }),
    markRead: (_to, externalId) =>
      reported(async () => {
        await graph.call(Anything, { method: "POST", path, json: readBody(externalId) });
      }),
    templates: () => reported(() => readTemplates(graph, wabaId)),
    maintain: () => line.recheck(),
    close() {
      line.close();
      return Promise.resolve();
    },
  };
}

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  accounts: ({ phoneNumberId }) => [phoneNumberId],
  connect: (settings, host) => Promise.resolve(open(settings, host)),
  webhook: metaWebhook("whatsapp_business_account", inbound),
};
