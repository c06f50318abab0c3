// OutboundMessage → request of the Send API. Pure.
import type { MediaKind, OutboundMedia, OutboundMessage } from "../../sdk/mod.ts";
import { errorOf, verdicts } from "../errors.ts";
import { wholeId } from "../checks.ts";

/** Fields of a call to `/{page}/messages`; with a file they travel as form fields, objects in JSON. */
export interface SendRequest {
  fields: Record<string, unknown>;
  file?: OutboundMedia;
}
const attachmentTypes: Partial<Record<MediaKind, string>> = {
  image: "image",
  audio: "audio",
  voice: "audio",
  video: "video",
  document: "file",
};

/**
 * The request that sends a message. Our key travels as `metadata` and comes back in the echo.
 * Throws ChannelError `rejected` for what these channels cannot carry.
 */
export function sendRequest(to: string, message: OutboundMessage): SendRequest {
  const { text, media, quoted, key } = message;
  const type = media && attachmentTypes[media.kind];
  if ((media && !type) || (!media && !text)) throw errorOf(verdicts.unsupported, media?.kind ?? "no text");
  const fields: Record<string, unknown> = {
    recipient: { id: to },
    messaging_type: "RESPONSE",
    message: media ? { metadata: key, attachment: { type, payload: {} } } : { metadata: key, text },
    ...(quoted ? { reply_to: { mid: wholeId(quoted.externalId) } } : {}),
  };
  return { fields, file: media };
}

/** A sender action: alone in its request. */
export function actionRequest(to: string, action: "typing_on" | "typing_off" | "mark_seen"): Record<string, unknown> {
  return { recipient: { id: to }, sender_action: action };
}

/** A reaction to a message; null takes it away. */
export function reactionRequest(to: string, externalId: string, emoji: string | null): Record<string, unknown> {
  const message_id = wholeId(externalId);
  return emoji === null
    ? { recipient: { id: to }, sender_action: "unreact", payload: { message_id } }
    : { recipient: { id: to }, sender_action: "react", payload: { message_id, reaction: emoji } };
}

/** Fields and file as a form. Each call opens the file anew, so an attempt never meets a used-up body. */
export async function formOf({ fields, file }: SendRequest): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  if (file) form.set("filedata", new File([await file.open()], file.fileName, { type: file.mimeType }));
  return form;
}
