// The stand-in's Graph API: what our client calls, answered as Meta answers.
import { z } from "zod";
import { judgeTemplate, templatesAnswer } from "./templates.ts";
import { type AcceptedMessage, DEAD_TOKEN, PAGES_PER_ANSWER, type State, type StoredFile } from "./state.ts";

export interface Request {
  method: string;
  /** Path without the version, split. */
  parts: string[];
  query: URLSearchParams;
  token: string;
  body: Record<string, unknown>;
  file?: StoredFile;
  base: string;
}
/** An answer with what it accepted, so that faults and webhooks can follow. */
export interface Answer {
  response: Response;
  accepted?: AcceptedMessage;
}

/** A Graph error. */
export function refusal(code: number, subcode?: number, status = 400, headers: HeadersInit = {}): Response {
  const error = {
    message: `(#${code}) refused by the stand-in`,
    type: "OAuthException",
    code,
    error_subcode: subcode,
    fbtrace_id: "A",
  };
  return Response.json({ error }, { status, headers });
}

const MessengerSend = z.object({
  recipient: z.object({ id: z.string() }),
  message: z.object({
    text: z.string().optional(),
    metadata: z.string().optional(),
    attachment: z.object({ type: z.string() }).optional(),
  }).optional(),
  sender_action: z.string().optional(),
  reply_to: z.object({ mid: z.string() }).optional(),
});
const kinds: Record<string, string> = { file: "document" };

function messengerSend(state: State, account: string, { body, file }: Request): Answer {
  const parsed = MessengerSend.safeParse(body);
  if (!parsed.success) return { response: refusal(100) };
  const { recipient: { id: to }, message, sender_action, reply_to } = parsed.data;
  if (sender_action && message) return { response: refusal(100, 2018014) };
  if (sender_action) {
    state.actions.push({ account, ...body });
    return { response: Response.json({ recipient_id: to }) };
  }
  const tooLong = message?.text &&
    (state.instagram.has(to) ? new TextEncoder().encode(message.text).length > 1000 : message.text.length > 2000);
  if (!message || tooLong || (message.attachment ? !file : !message.text)) return { response: refusal(100) };
  const externalId = state.id("m_out");
  const type = message.attachment?.type ?? "text";
  const accepted: AcceptedMessage = {
    externalId,
    account,
    to,
    whatsapp: false,
    at: Date.now(),
    kind: kinds[type] ?? type,
    key: message.metadata,
    text: message.text,
    quotedId: reply_to?.mid,
    file,
  };
  return { accepted, response: Response.json({ recipient_id: to, message_id: externalId }) };
}

const Media = z.object({ id: z.string(), caption: z.string().optional() });
const WhatsappSend = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string().optional(),
  recipient: z.string().optional(),
  type: z.string(),
  text: z.object({ body: z.string().max(4096) }).optional(),
  context: z.object({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
}).loose();

function whatsappSend(state: State, account: string, { body }: Request): Answer {
  const parsed = WhatsappSend.safeParse(body);
  if (!parsed.success) {
    if (body.status !== "read") return { response: refusal(131009) };
    state.actions.push({ account, ...body });
    return { response: Response.json({ success: true }) };
  }
  const { type, text, context, biz_opaque_callback_data: key } = parsed.data;
  const to = parsed.data.to ?? parsed.data.recipient;
  if (!to) return { response: refusal(131008) };
  if (type === "reaction") {
    state.actions.push({ account, ...body });
    return { response: Response.json({ messages: [{ id: state.id("wamid.OUT") }] }) };
  }
  const template = type === "template" ? judgeTemplate(state, body.template) : undefined;
  if (template && "code" in template) return { response: refusal(template.code) };
  if (!template && state.faults.windowClosed) return { response: refusal(131047) };
  const media = template
    ? template.mediaId && { id: template.mediaId, caption: undefined }
    : Media.safeParse(body[type]).data;
  const file = media ? state.files.get(media.id) : undefined;
  if (media && !file) return { response: refusal(131053) };
  const externalId = state.id("wamid.OUT");
  const voice = type === "audio" && file?.mimeType.includes("opus");
  const accepted: AcceptedMessage = {
    externalId,
    account,
    to,
    whatsapp: true,
    at: Date.now(),
    kind: voice ? "voice" : type,
    key,
    text: text?.body ?? (media ? media.caption : undefined),
    quotedId: context?.message_id,
    file,
    template: template?.name,
  };
  const messages = [{ id: externalId, message_status: "accepted" }];
  return {
    accepted,
    response: Response.json({ messaging_product: "whatsapp", contacts: [{ input: to, wa_id: to }], messages }),
  };
}

function pagesAnswer(state: State, { query }: Request): Response {
  const from = Number(query.get("after") ?? 0);
  const data = state.pages.slice(from, from + PAGES_PER_ANSWER);
  const next = from + PAGES_PER_ANSWER;
  const more = next < state.pages.length;
  return Response.json({
    data,
    paging: { cursors: { after: String(next) }, ...(more ? { next: "https://graph.facebook.com/next" } : {}) },
  });
}

function subscriptions(state: State, id: string, { method, query, base }: Request): Response {
  if (method === "POST") {
    state.subscribed.add(id);
    return Response.json({ success: true });
  }
  // A page is asked with the fields it wants; the shapes of the two lists differ as Meta's do.
  const link = { id: state.appId, name: "Recado", link: base };
  const page = state.pages.some((one) => one.id === id) || query.has("subscribed_fields");
  return Response.json({ data: state.subscribed.has(id) ? [page ? link : { whatsapp_business_api_data: link }] : [] });
}

function objectAnswer(state: State, id: string, { base, query }: Request): Response {
  const file = state.files.get(id);
  if (file) {
    const { mimeType: mime_type, bytes } = file;
    return Response.json({
      url: `${base}/_lookaside/${id}`,
      mime_type,
      file_size: bytes.length,
      id,
      messaging_product: "whatsapp",
    });
  }
  const fields = query.get("fields") ?? "";
  if (fields.includes("display_phone_number")) {
    return Response.json({ id, display_phone_number: "+55 11 4004-0001", verified_name: "Padaria" });
  }
  if (fields === "instagram_business_account") {
    const { instagram_business_account } = state.pages.find((page) => page.id === id) ?? {};
    return Response.json({ id, instagram_business_account });
  }
  if (fields === "messaging_limit_tier") return Response.json({ id, messaging_limit_tier: "TIER_1K" });
  return Response.json({
    id,
    name: `Pessoa ${id.slice(-4)}`,
    ...(fields.includes("username") ? { username: `pessoa.${id.slice(-4)}` } : {}),
  });
}

/** Answers one call, faults aside. */
export function answer(state: State, request: Request): Answer {
  const { method, parts: [first = "", second = ""], token, query, body, file } = request;
  if (first === "oauth") {
    const exchanged = query.get("fb_exchange_token") ?? "";
    const good = query.get("client_secret") !== "" && exchanged !== "" && !exchanged.startsWith(DEAD_TOKEN);
    return {
      response: good
        ? Response.json({ access_token: `long-${exchanged}`, token_type: "bearer", expires_in: 5183944 })
        : refusal(190),
    };
  }
  if (token === "" || token.startsWith(DEAD_TOKEN)) return { response: refusal(190, 463, 401) };
  if (second === "message_templates" && method === "GET") return { response: templatesAnswer(state, request) };
  if (second === "accounts") return { response: pagesAnswer(state, request) };
  if (second === "subscribed_apps") return { response: subscriptions(state, first, request) };
  if (second === "media" && file) return { response: Response.json({ id: state.store(file) }) };
  if (second === "messages" && method === "POST") {
    return body.messaging_product === "whatsapp"
      ? whatsappSend(state, first, request)
      : messengerSend(state, first, request);
  }
  return { response: second === "" ? objectAnswer(state, first, request) : refusal(100, 33, 404) };
}
