// What a reload would cost somebody right now. Forms, recordings and picked files say so while they last; an update waits for
// them. Texts of the composer are drafts and survive; only the one being typed is not pulled from under the hands.
import { atom, getDefaultStore } from "jotai";

export type Hold = "form" | "recording" | "files" | "upload";
const holdsAtom = atom<readonly { reason: Hold }[]>([]);
const jotai = getDefaultStore();

/** Holds updates back, until what it answers is called. */
export function holdUpdates(reason: Hold): () => void {
  const hold = { reason };
  jotai.set(holdsAtom, (all) => [...all, hold]);
  return () => jotai.set(holdsAtom, (all) => all.filter((one) => one !== hold));
}

/** What a reload would lose now, each once. */
export const heldBy = (): Hold[] => [...new Set(jotai.get(holdsAtom).map(({ reason }) => reason))];

/** True while somebody is in a field with something in it. */
export function isWriting(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}
