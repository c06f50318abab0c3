import type { GalleryKind, Message } from "../../../../api/features/messages/contract.ts";

const files: Record<string, GalleryKind> = { image: "media", video: "media", audio: "audio", application: "documents" };

/** Under what a message stands in the gallery; null for what has no place there. As the server divides them. */
export function galleryKindOf({ mediaType, mediaUrl, isDeleted, data, body }: Message): GalleryKind | null {
  if (isDeleted) return null;
  if (mediaType === "chat") return /(https?:\/\/|www\.)\S/i.test(body) ? "links" : null;
  if (mediaUrl === null || data?.sticker || data?.viewOnce) return null;
  return files[mediaType] ?? null;
}
