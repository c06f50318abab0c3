// All of a conversation, page after page, and its pictures, small enough for paper.
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { older } from "../../../core/store/order.ts";
import { fileAt } from "../../../core/device/media.ts";

/** Pictures on paper, and the size of one, bytes and px: more would stop a browser from printing at all. */
const MAX_PICTURES = 200;
const MAX_BYTES = 15 * 1024 * 1024;
const MAX_PX = 1000;

interface Loading {
  ticketId: number;
  /** Also what was said in the contact's other tickets. */
  whole: boolean;
  notes: boolean;
  signal: AbortSignal;
  onProgress: (messages: number) => void;
}

/** The messages, oldest first. Reading them for paper marks nothing as read. */
export async function loadConversation(loading: Loading): Promise<Message[]> {
  const { ticketId, whole, notes, signal, onProgress } = loading;
  const all = new Map<number, Message>();
  for (let pageNumber = 1;; pageNumber++) {
    const query = { pageNumber, markAsRead: "false" as const };
    const page = await callApi(messages.list, { params: { ticketId }, query }, { signal });
    for (const message of page.messages) {
      if ((whole || message.ticketId === ticketId) && (notes || !message.isPrivate)) all.set(message.id, message);
    }
    onProgress(all.size);
    if (!page.hasMore) break;
  }
  return [...all.values()].sort(older);
}

async function small(path: string): Promise<string> {
  const file = await fileAt(path);
  if (file.size > MAX_BYTES) throw new Error("too large for paper");
  const picture = await createImageBitmap(file);
  const share = Math.min(1, MAX_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  const pen = canvas.getContext("2d");
  // What is see-through on a screen is white on paper.
  if (pen) {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.82));
  if (!blob) throw new Error("not drawn");
  return URL.createObjectURL(blob);
}

/** Addresses of the pictures as they are printed. One that cannot be had, or is too many, is left out: its name stands there. */
export async function loadPictures(
  paths: readonly string[],
  signal: AbortSignal,
  onProgress: (pictures: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  let done = 0;
  for (const path of [...new Set(paths)].slice(0, MAX_PICTURES)) {
    signal.throwIfAborted();
    const url = await small(path).catch(() => undefined);
    if (url) made.set(path, url);
    onProgress(++done);
  }
  return made;
}
