// A person's drafts, one text per conversation and mode, in memory and on the device. `draft-merge.ts` decides their fate,
// `features/drafts` brings them to the server and back. All tabs of the browser know the same drafts.
import { atom, getDefaultStore } from "jotai";
import { type KnownDraft, nothing, released, typed } from "./store/draft-merge.ts";
import { currentMe } from "./who/me.ts";
import { type Draft, roomy, store } from "./store/store.ts";

/** A draft of this device: the text, what the server has of it, and what another device wrote meanwhile. */
export interface KeptDraft extends Draft, KnownDraft {
  /** The server's refusal (the ticket is gone); the draft stays here and is not sent again until it changes. */
  refused: string | null;
}
/** A box on screen: it tells whether the cursor is in it, hands over the typed text, and shows another device's. */
interface Box {
  focused(): boolean;
  save(): void;
  show(text: string): void;
}
/** The messages between tabs. */
interface Told {
  person: string;
  draft: KeptDraft;
}
const PREFIX = "ticket-";
const NOTE = "-private";
const jotai = getDefaultStore();
const boxes = new Map<string, Box>();
const watchers = new Set<(draft: KeptDraft) => void>();
const others = globalThis.BroadcastChannel ? new BroadcastChannel("recado.drafts") : undefined;

/** All drafts known so far, for boxes and for lists that mark them. */
export const draftsAtom = atom<ReadonlyMap<string, KeptDraft>>(new Map<string, KeptDraft>());

/** The name of a conversation's draft, apart for answers and for notes. */
export const draftName = (ticketId: number, note: boolean): string => `${PREFIX}${ticketId}${note ? NOTE : ""}`;

/** The conversation and mode of a name, or null for what is no draft. */
export function draftOf(id: string): { ticketId: number; note: boolean } | null {
  if (!id.startsWith(PREFIX)) return null;
  return { ticketId: parseInt(id.slice(PREFIX.length)), note: id.endsWith(NOTE) };
}

/** The owner of these drafts, null when nobody is signed in: a text that a closing box hands over then is dropped. */
function whose(): string | null {
  const me = currentMe();
  return me && `${me.companyId}-${me.id}`;
}
const fresh = (id: string): KeptDraft => ({ ...nothing, id, updatedAt: 0, refused: null });
/** Rows of an older version have no more than a text. */
const complete = (row: Draft): KeptDraft => ({
  ...fresh(row.id),
  dirty: row.base === undefined && row.text !== "",
  ...row,
});

/** The draft of that name as it is known here; an empty one when there is none. */
export const draftNow = (id: string): KeptDraft => jotai.get(draftsAtom).get(id) ?? fresh(id);

/** How many drafts the server does not have. */
export const draftsOnlyHere = (): number =>
  [...jotai.get(draftsAtom).values()].filter(({ dirty, text }) => dirty && text !== "").length;

function put(draft: KeptDraft, from: "box" | "elsewhere") {
  const next = new Map(jotai.get(draftsAtom));
  next.set(draft.id, draft);
  jotai.set(draftsAtom, next);
  if (from === "elsewhere") boxes.get(draft.id)?.show(draft.text);
}

async function write(draft: KeptDraft) {
  // A draft that is gone everywhere leaves only its revision: the next one goes on counting from there.
  await roomy((db) => db.put("drafts", draft)).catch(() => undefined);
}

/**
 * Changes a draft, with what was typed a moment ago already in it. `held` says whether the cursor is in its box. Resolves when
 * the device has it.
 */
export function changeDraft(
  id: string,
  change: (draft: KeptDraft, held: boolean) => KnownDraft,
  from: "box" | "elsewhere" = "elsewhere",
): Promise<void> {
  const person = whose();
  if (person === null) return Promise.resolve();
  const box = boxes.get(id);
  if (from === "elsewhere") box?.save();
  const was = draftNow(id);
  const known = change(was, box?.focused() ?? false);
  if (known === was) return Promise.resolve();
  const changed = known.text !== was.text;
  const draft: KeptDraft = { ...was, ...known };
  // A ticket that did not take the last text may take the next one.
  if (changed) Object.assign(draft, { updatedAt: Date.now(), refused: null });
  put(draft, from);
  others?.postMessage({ person, draft } satisfies Told);
  watchers.forEach((watcher) => watcher(draft));
  return write(draft);
}

/** Takes the present text of a box. */
export const writeDraft = (id: string, text: string): Promise<void> =>
  changeDraft(id, (draft) => typed(draft, text), "box");

/** The cursor left the box of that name: shows the text that waited for this. */
export function releaseDraft(id: string): void {
  void changeDraft(id, released);
}

/** A box comes on screen; answers what takes it away, after handing over its text. */
export function openBox(id: string, box: Box): () => void {
  boxes.set(id, box);
  return () => {
    box.save();
    if (boxes.get(id) === box) boxes.delete(id);
  };
}

/** Takes what was typed in the last moment out of every box. */
export const saveBoxes = (): void => boxes.forEach((box) => box.save());

/** Calls `told` with every change made in this tab; answers a function that stops it. */
export function watchDrafts(watcher: (draft: KeptDraft) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Reads the drafts of the device. What was typed before the disk answered stays in front. */
export async function loadDrafts(): Promise<void> {
  const rows = await (await store())?.getAll("drafts").catch(() => []) ?? [];
  saveBoxes();
  for (const row of rows) {
    if (!draftOf(row.id)) continue;
    const early = jotai.get(draftsAtom).get(row.id);
    const kept = complete(row);
    // The person typed before the disk answered: both texts stay.
    if (!early?.text || early.text.includes(kept.text)) {
      put(early?.text ? { ...kept, ...typed(kept, early.text) } : kept, "elsewhere");
    } else put({ ...kept, ...typed(kept, [kept.text, early.text].filter(Boolean).join("\n")) }, "elsewhere");
    if (early) void write(draftNow(row.id));
  }
}

/** Forgets all drafts in memory; the device's are wiped with its database. */
export function forgetDrafts(): void {
  jotai.set(draftsAtom, new Map());
}

/** Another tab changed a draft. A box with the cursor in it is left alone and offers the other text. */
others?.addEventListener("message", ({ data: told }: MessageEvent<Told>) => {
  // The other tab may still be somebody else's.
  if (told.person !== whose()) return;
  const data = told.draft;
  const box = boxes.get(data.id);
  box?.save();
  const was = draftNow(data.id);
  if (!box?.focused() || was.text === data.text) return put(data, "elsewhere");
  put({ ...was, base: data.base, other: data.other ?? { text: data.text, rev: data.base } }, "elsewhere");
});

globalThis.addEventListener?.("pagehide", saveBoxes);
globalThis.document?.addEventListener("visibilitychange", saveBoxes);
