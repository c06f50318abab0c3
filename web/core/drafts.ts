// What somebody was writing, kept on the device by any name the screen chooses (`ticket-42`, `ticket-42-private`).
import { atom, getDefaultStore } from "jotai";
import { type Draft, store } from "./store.ts";

/** The texts of all drafts known so far, for lists that mark them. */
export const draftTextsAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>());

function note(id: string, text: string) {
  const jotai = getDefaultStore();
  if ((jotai.get(draftTextsAtom).get(id) ?? "") === text) return;
  const next = new Map(jotai.get(draftTextsAtom));
  if (text) next.set(id, text);
  else next.delete(id);
  jotai.set(draftTextsAtom, next);
}

/** The draft of that name. */
export async function readDraft(id: string): Promise<Draft | undefined> {
  return await (await store())?.get("drafts", id);
}

/** All drafts; `draftTextsAtom` knows them from then on. */
export async function readDrafts(): Promise<Draft[]> {
  const drafts = await (await store())?.getAll("drafts") ?? [];
  getDefaultStore().set(draftTextsAtom, new Map(drafts.map((draft) => [draft.id, draft.text])));
  return drafts;
}

/** Keeps a draft; an empty text without anything else forgets it. */
export async function writeDraft(id: string, text: string, more: Record<string, unknown> = {}): Promise<void> {
  note(id, text);
  const db = await store();
  if (!text && Object.keys(more).length === 0) await db?.delete("drafts", id);
  else await db?.put("drafts", { ...more, id, text, updatedAt: Date.now() });
}
