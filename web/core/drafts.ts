// What somebody was writing, kept on the device by any name the screen chooses (`ticket-42`, `ticket-42-private`).
import { type Draft, store } from "./store.ts";

/** The draft of that name. */
export async function readDraft(id: string): Promise<Draft | undefined> {
  return await (await store())?.get("drafts", id);
}

/** All drafts, for lists that mark them. */
export async function readDrafts(): Promise<Draft[]> {
  return await (await store())?.getAll("drafts") ?? [];
}

/** Keeps a draft; an empty text without anything else forgets it. */
export async function writeDraft(id: string, text: string, more: Record<string, unknown> = {}): Promise<void> {
  const db = await store();
  if (!text && Object.keys(more).length === 0) await db?.delete("drafts", id);
  else await db?.put("drafts", { ...more, id, text, updatedAt: Date.now() });
}
