// What another app shared with this one, until somebody says for whom. The service worker puts it here, a screen takes it out.
import { earliestNow, serverNow } from "../clock.ts";
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../api/contract/limits.ts";
import { deviceStore, type SharedItem } from "./identity.ts";

/** Shared and not taken for this long is dropped, ms. */
const KEPT_MS = 24 * 3600_000;

/** Title, text and address as one text, nothing twice: apps put the address in any of them. One message long at most. */
export function sharedText(parts: readonly (string | null)[]): string {
  const texts = parts.map((part) => part?.trim() ?? "").filter((part) => part !== "");
  return texts.filter((part, at) =>
    !texts.some((other, i) => i !== at && other.includes(part) && (other !== part || i < at))
  )
    .join("\n").slice(0, MAX_MESSAGE_CHARS);
}

/** Splits what was shared into what one message's upload can carry and what is left out. */
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

/** Keeps what was shared. Answers false where the device cannot: no storage, or no room. */
export async function keepShared(item: SharedItem): Promise<boolean> {
  const db = await deviceStore();
  return await db?.put("shared", item).then(() => true, () => false) ?? false;
}

/** What waits for a person's choice, oldest first. What is older than a day goes. */
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

/** Forgets items: they found their ticket, or nobody wants them. */
export async function dropShared(ids: readonly string[]): Promise<void> {
  const db = await deviceStore();
  await Promise.all(ids.map((id) => db?.delete("shared", id).catch(() => undefined)));
}

const SEEN = "recado.shareSeen";
/** Notes that what is kept up to now was shown to somebody. */
export const noteSeen = (): void => localStorage.setItem(SEEN, String(Date.now()));
/** When it was last shown, ms. */
export const lastSeen = (): number => Number(localStorage.getItem(SEEN));
