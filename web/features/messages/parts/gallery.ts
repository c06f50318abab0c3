// What a conversation's gallery holds, and how live events change it: for those who show it, since nobody else keeps it.
import { type GalleryKind, type Message, messages } from "../../../../api/features/messages/contract.ts";
import { liveList } from "../../../core/events/lists.ts";
import { older } from "../../../core/store/order.ts";

const files: Record<string, GalleryKind> = { image: "media", video: "media", audio: "audio", application: "documents" };

/** Under what a message stands in the gallery; null for what has no place there. As the server divides them. */
export function galleryKindOf({ mediaType, mediaUrl, isDeleted, data, body }: Message): GalleryKind | null {
  if (isDeleted) return null;
  if (mediaType === "chat") return /(https?:\/\/|www\.)\S/i.test(body) ? "links" : null;
  if (mediaUrl === null || data?.sticker || data?.viewOnce) return null;
  return files[mediaType] ?? null;
}

liveList(messages.gallery, {
  sort: (a, b) => older(b, a),
  belongs: (message, call) =>
    message.ticketId === Number(call.params?.ticketId) && galleryKindOf(message) === (call.query?.kind ?? "media"),
});
