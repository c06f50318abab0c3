import { atom } from "jotai";

/** The names of the screens that are in the menu now: the palette and the keys offer no others. */
export const shownAtom = atom<ReadonlySet<string>>(new Set<string>());
