// Items that another app shared with this one, until the person chooses a ticket. The service worker stores them, a screen takes
// them out.
import { earliestNow, serverNow } from "../clock.ts";
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../api/contract/limits.ts";
import { deviceStore, type SharedItem } from "./identity.ts";

/** An item that nobody took for this long is dropped, ms. */
const KEPT_MS = 24 * 3600_000;

/** Title, text and address as one text, nothing twice: apps put the address in any of them. One message long at most. */
export function sharedText(parts: readonly (string | null)[]): string {
  const texts = parts.map((part) => part?.trim() ?? "").filter((part) => part !== "");
  return texts.filter((part, at) =>
    !texts.some((other, i) => i !== at && other.includes(part) && (other !== part || i < at))
  )
    .join("\n").slice(0, MAX_MESSAGE_CHARS);
}

/** Splits shared files into those that one message's upload can carry and those left out. */
export function sortFiles(files: readonly File[]): { kept: File[]; left: SharedItem["left"] } {
  const kept: File[] = [];
  const left: SharedItem["left"] = [];
  for (const file of files) {
    const why = file.size === 0
      ? "empty"
      : file.size > MAX_UPLOAD_BYTES
      ? "tooBig"
      : kept.length >= MAX_UPLOAD_FILES
      ? "tooMany"
      : null;
    if (why) left.push({ name: file.name, size: file.size, why });
    else kept.push(file);
  }
  return { kept, left };
}

/** Stores a shared item. Answers false where the device cannot: no storage, or no room. */
export async function keepShared(item: SharedItem): Promise<boolean> {
  const db = await deviceStore();
  return await db?.put("shared", item).then(() => true, () => false) ?? false;
}

/** The items that wait for the person's choice, oldest first. Drops those older than a day. */
export async function readShared(now = earliestNow()): Promise<SharedItem[]> {
  const db = await deviceStore();
  const all = await db?.getAll("shared").catch(() => []) ?? [];
  // The worker that took it in does not know the server's time: its day begins when a page sees it first.
  const fresh = all.filter((item) => item.seenAt === undefined);
  await Promise.all(fresh.map((item) => db?.put("shared", { ...item, seenAt: serverNow() }).catch(() => undefined)));
  const old = all.filter(({ seenAt = now }) => now - seenAt > KEPT_MS);
  await Promise.all(old.map((item) => db?.delete("shared", item.id)));
  return all.filter((item) => !old.includes(item)).sort((a, b) => a.at - b.at);
}

/** Deletes items that were sent or that the person does not want. */
export async function dropShared(ids: readonly string[]): Promise<void> {
  const db = await deviceStore();
  await Promise.all(ids.map((id) => db?.delete("shared", id).catch(() => undefined)));
}

const SEEN = "recado.shareSeen";
/** Notes that the person has seen the present items. */
export const noteSeen = (): void => localStorage.setItem(SEEN, String(Date.now()));
/** The time at which the person last saw them, ms. */
export const lastSeen = (): number => Number(localStorage.getItem(SEEN));
