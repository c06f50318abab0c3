import type { Message } from "../../../api/features/messages/contract.ts";
import { fetchMedia } from "../../core/who/api.ts";
import { toastError } from "../../core/query.ts";

/** Saves a message's file on the device, under its own name. */
export async function downloadMedia(message: Pick<Message, "mediaUrl" | "fileName" | "id">): Promise<void> {
  if (!message.mediaUrl) return;
  const link = document.createElement("a");
  link.download = message.fileName || `${message.id}`;
  if (!message.mediaUrl.startsWith("/")) {
    link.href = message.mediaUrl;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    link.click();
    return;
  }
  try {
    const url = URL.createObjectURL(await fetchMedia(message.mediaUrl));
    link.href = url;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    toastError(error);
  }
}
