// The kinds of messages that carry a file, and what they are called in a line of text.
import type { Message } from "../../../../api/features/messages/contract.ts";

const files = ["image", "video", "audio", "application"];

/** The key of a kind's name (`kind.image`), undefined for plain text. */
export function kindKey(message: Pick<Message, "mediaType">): string | undefined {
  const { mediaType } = message;
  if (mediaType === "chat" || mediaType === "text" || mediaType === "") return undefined;
  return [...files, "locationMessage", "contactMessage", "call_log", "sticker"].includes(mediaType)
    ? mediaType
    : "unknown";
}
