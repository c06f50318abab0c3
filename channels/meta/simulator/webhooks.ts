// Webhooks of the stand-in: bodies as Meta writes them (minified, `\uXXXX`, `\/`), signed, and posted until somebody takes them.
import { z } from "zod";
import type { Call } from "../../sdk/simulator.ts";
import { SIGNATURE_HEADER, signatureOf } from "../signature.ts";
import type { AcceptedMessage, State, StoredFile } from "./state.ts";

/** A customer's message, as control calls and the suite give it. */
export const Saying = z.object({
  channel: z.enum(["facebook", "instagram", "whatsappapi"]),
  /** Page id, Instagram account id or phone number id. */
  account: z.string(),
  /** Psid, igsid, or phone number. */
  from: z.string(),
  /** Business-scoped user id, WhatsApp only. */
  userId: z.string().optional(),
  name: z.string().default("Cliente"),
  wabaId: z.string().default("300400500600701"),
  /** Provider's id of the message; made up when missing. */
  id: z.string().optional(),
  text: z.string().optional(),
  media: z.object({ kind: z.string(), base64: z.string(), mimeType: z.string(), fileName: z.string() }).optional(),
  /** ms since 1970; now when missing. */
  at: z.number().optional(),
});
export type Saying = z.infer<typeof Saying>;

const messengerTypes: Record<string, string> = { voice: "audio", document: "file" };
const encoder = new TextEncoder();
/** Longest wait between two tries, ms, and the number of tries after which Meta would give up too. */
const MAX_PAUSE_MS = 5_000;
const MAX_TRIES = 200;
/** Answers later than this count as none, ms. */
const ANSWER_MS = 5_000;

/** JSON the way Meta puts it on the wire. */
export function wire(body: unknown): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(body).replace(/\//g, "\\/")
    .replace(/[\u0080-\uffff]/g, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return encoder.encode(text);
}
/** A signed request. */
export async function callOf(body: Uint8Array<ArrayBuffer>, secret: string): Promise<Call> {
  const signature = await signatureOf(body, secret);
  return { headers: new Headers({ "content-type": "application/json", [SIGNATURE_HEADER]: signature }), body };
}

const entryOf = (object: string, id: string, rest: Record<string, unknown>) => ({
  object,
  entry: [{ id, time: Date.now(), ...rest }],
});
const messaging = (object: string, account: string, event: Record<string, unknown>) =>
  entryOf(object, account, { messaging: [event] });
function whatsapp(wabaId: string, phoneNumberId: string, rest: Record<string, unknown>): Record<string, unknown> {
  const metadata = { display_phone_number: "551140040001", phone_number_id: phoneNumberId };
  const value = { messaging_product: "whatsapp", metadata, ...rest };
  return { object: "whatsapp_business_account", entry: [{ id: wabaId, changes: [{ value, field: "messages" }] }] };
}

function fileOf({ base64, mimeType, fileName }: NonNullable<Saying["media"]>): StoredFile {
  return { bytes: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)), mimeType, fileName };
}

/** The webhook body of a customer's message and its id; remembers files and who is on Instagram. `base` is our own address. */
export function sayingBody(state: State, base: string, saying: Saying): { id: string; body: Record<string, unknown> } {
  const { channel, account, from, text, media, at = Date.now() } = saying;
  const id = saying.id ?? state.id(channel === "whatsappapi" ? "wamid.IN" : "m_in");
  const file = media && state.store(fileOf(media));
  if (channel === "whatsappapi") {
    const user = saying.userId ? { user_id: saying.userId } : {};
    const contacts = [{ profile: { name: saying.name }, wa_id: from, ...user }];
    const type = media ? (media.kind === "voice" ? "audio" : media.kind) : "text";
    const object = media
      ? {
        id: file,
        mime_type: media.mimeType,
        filename: media.fileName,
        ...(media.kind === "voice" ? { voice: true } : {}),
        caption: text,
      }
      : { body: text ?? "" };
    const sender = { from, ...(saying.userId ? { from_user_id: saying.userId } : {}) };
    const message = { ...sender, id, timestamp: String(Math.floor(at / 1000)), type, [type]: object };
    return { id, body: whatsapp(saying.wabaId, account, { contacts, messages: [message] }) };
  }
  if (channel === "instagram") state.instagram.set(from, account);
  const attachments = media &&
    [{ type: messengerTypes[media.kind] ?? media.kind, payload: { url: `${base}/_cdn/${file}/${media.fileName}` } }];
  const event = {
    sender: { id: from },
    recipient: { id: account },
    timestamp: at,
    message: { mid: id, text, attachments },
  };
  return { id, body: messaging(channel === "instagram" ? "instagram" : "page", account, event) };
}

/** Meta's webhooks about a message it took, by kind. Instagram reports no deliveries. */
export function fateBodies(
  state: State,
  message: AcceptedMessage,
  kinds: readonly string[],
): Record<string, unknown>[] {
  const { externalId, key, account, to, text } = message;
  const at = Date.now();
  if (message.whatsapp) {
    const recipient = to.includes(".") ? { recipient_user_id: to } : { recipient_id: to };
    const statuses = kinds.filter((kind) => kind !== "echo").map((status) => ({
      id: externalId,
      status,
      timestamp: String(Math.floor(at / 1000)),
      ...recipient,
      biz_opaque_callback_data: key,
    }));
    return statuses.map((status) => whatsapp("300400500600701", account, { statuses: [status] }));
  }
  const instagram = state.instagram.get(to);
  const home = instagram ?? account;
  const post = (event: Record<string, unknown>) => messaging(instagram ? "instagram" : "page", home, event);
  const echoed = { mid: externalId, is_echo: true, app_id: Number(state.appId), metadata: key, text };
  const attached = message.file
    ? { attachments: [{ type: message.kind === "document" ? "file" : message.kind, payload: {} }] }
    : {};
  const customer = { sender: { id: to }, recipient: { id: home }, timestamp: at };
  const bodies: Record<string, Record<string, unknown> | undefined> = {
    echo: post({
      sender: { id: home },
      recipient: { id: to },
      timestamp: message.at,
      message: { ...echoed, ...attached },
    }),
    delivered: instagram ? undefined : post({ ...customer, delivery: { mids: [externalId], watermark: at } }),
    read: post({ ...customer, read: instagram ? { mid: externalId } : { watermark: at } }),
  };
  return kinds.map((kind) => bodies[kind]).filter((body) => body !== undefined);
}

/** Posts one body until it is answered with 2xx, pausing longer each time, as Meta does. Returns the last status, 0 for none. */
export async function post(
  state: State,
  url: string,
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  tries = MAX_TRIES,
): Promise<number> {
  const { headers } = await callOf(body, secret);
  const { generation } = state;
  let status = 0;
  state.posted.pending++;
  for (let round = 0; round < tries; round++) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** round, MAX_PAUSE_MS)));
    if (generation !== state.generation) break;
    status = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
      .then(async (response) => (await response.body?.cancel(), response.status), () => 0);
    if (status >= 200 && status < 300) break;
    state.posted.refused++;
  }
  state.posted.pending--;
  state.posted[status >= 200 && status < 300 ? "delivered" : "givenUp"]++;
  return status;
}
