// Work that a reload would lose right now. Forms, recordings and picked files register while they last; an update waits for
// them. Texts of the composer are drafts and survive; only the one being typed is not pulled from under the hands.
import { atom, getDefaultStore } from "jotai";

export type Hold = "form" | "recording" | "files" | "upload";
const holdsAtom = atom<readonly { reason: Hold }[]>([]);
const jotai = getDefaultStore();

/** Holds updates back until the answered function is called. */
export function holdUpdates(reason: Hold): () => void {
  const hold = { reason };
  jotai.set(holdsAtom, (all) => [...all, hold]);
  return () => jotai.set(holdsAtom, (all) => all.filter((one) => one !== hold));
}

/** The kinds of work that a reload would lose now, each once. */
export const heldBy = (): Hold[] => [...new Set(jotai.get(holdsAtom).map(({ reason }) => reason))];

/** True while the focus is in a field that is not empty. */
export function isWriting(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}
