// What the composer of each conversation is doing: answering something, editing, writing a note, holding files. Kept per
// ticket, so that nothing moves to another one. The text itself is in the box, and in the drafts.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { whenForgotten } from "../../../core/session.ts";

export interface PickedFile {
  id: number;
  file: File;
  caption: string;
  /** Sent as it is, though it is a large photo. */
  original: boolean;
}
export interface ComposerState {
  quote: Message | null;
  editing: Message | null;
  /** The refused row in whose place the edited text goes. */
  replaces: string | null;
  note: boolean;
  files: readonly PickedFile[];
  /** True after a restart, until the person does something: the cursor is not put into the box by itself. */
  restored: boolean;
}
const idle: ComposerState = { quote: null, editing: null, replaces: null, note: false, files: [], restored: false };
const statesAtom = atom<Readonly<Record<number, ComposerState>>>({});
let lastFile = 0;

/** Files as the preview holds them. */
export const picked = (files: readonly File[]): PickedFile[] =>
  files.map((file) => ({ id: ++lastFile, file, caption: "", original: false }));

/** What a conversation's composer is doing now, outside of components. */
export const composerOf = (ticketId: number): ComposerState => getDefaultStore().get(statesAtom)[ticketId] ?? idle;

/** True once this conversation's composer was used since the start. */
export const knowsComposer = (ticketId: number): boolean => ticketId in getDefaultStore().get(statesAtom);

type Watcher = (ticketId: number, now: ComposerState, before: ComposerState) => void;
const watchers = new Set<Watcher>();
/** Told of every change of a composer. */
export function whenComposerChanges(watcher: Watcher): void {
  watchers.add(watcher);
}

/** Changes one conversation's composer, from wherever: a menu, a dropped file, a key. */
export function changeComposer(ticketId: number, part: Partial<ComposerState>): void {
  const before = composerOf(ticketId);
  const now = { ...before, restored: false, ...part };
  getDefaultStore().set(statesAtom, (all) => ({ ...all, [ticketId]: now }));
  watchers.forEach((watcher) => watcher(ticketId, now, before));
}

/** Nothing of one person's composers is left for the next one. */
whenForgotten(() => getDefaultStore().set(statesAtom, {}));

/** Follows one conversation's composer. */
export function useComposer(ticketId: number): ComposerState {
  return useAtomValue(useMemo(() => selectAtom(statesAtom, (all) => all[ticketId] ?? idle), [ticketId]));
}
