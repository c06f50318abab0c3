// What the composer of each conversation is doing: answering something, editing, writing a note, holding files. Kept per
// ticket, so that nothing moves to another one. The text itself is in the box, and in the drafts.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";
import type { Message } from "../../../../api/features/messages/contract.ts";

export interface PickedFile {
  id: number;
  file: File;
  caption: string;
}
export interface ComposerState {
  quote: Message | null;
  editing: Message | null;
  note: boolean;
  files: readonly PickedFile[];
}
const idle: ComposerState = { quote: null, editing: null, note: false, files: [] };
const statesAtom = atom<Readonly<Record<number, ComposerState>>>({});
let lastFile = 0;

/** Files as the preview holds them. */
export const picked = (files: readonly File[]): PickedFile[] =>
  files.map((file) => ({ id: ++lastFile, file, caption: "" }));

/** What a conversation's composer is doing now, outside of components. */
export const composerOf = (ticketId: number): ComposerState => getDefaultStore().get(statesAtom)[ticketId] ?? idle;

/** Changes one conversation's composer, from wherever: a menu, a dropped file, a key. */
export function changeComposer(ticketId: number, part: Partial<ComposerState>): void {
  getDefaultStore().set(statesAtom, (all) => ({ ...all, [ticketId]: { ...(all[ticketId] ?? idle), ...part } }));
}

/** Follows one conversation's composer. */
export function useComposer(ticketId: number): ComposerState {
  return useAtomValue(useMemo(() => selectAtom(statesAtom, (all) => all[ticketId] ?? idle), [ticketId]));
}
