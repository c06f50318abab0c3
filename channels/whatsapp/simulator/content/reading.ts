// The file in a message a client sent.
import type { Buffer } from "node:buffer";
import type { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { inner } from "./kinds.ts";
import type { MediaHost } from "./host.ts";
import { openMedia } from "./media.ts";

/** Throws when the message has none, the host does not have it, or a hash does not fit. */
export function fileOf(
  host: MediaHost,
  message: proto.IMessage,
): { bytes: Buffer; mimeType: string; fileName?: string } {
  const found = inner(message);
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = found;
  const [kind, fields] = imageMessage
    ? ["image", imageMessage] as const
    : videoMessage
    ? ["video", videoMessage] as const
    : audioMessage
    ? ["audio", audioMessage] as const
    : documentMessage
    ? ["document", documentMessage] as const
    : ["sticker", stickerMessage] as const;
  const blob = host.files.get(fields?.directPath ?? "");
  if (!fields || !blob) throw new Error("The message has no file, or the host never got it.");
  return {
    bytes: openMedia(kind, blob, fields),
    mimeType: fields.mimetype ?? "",
    fileName: documentMessage?.fileName ?? undefined,
  };
}
