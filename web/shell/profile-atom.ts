import { atom } from "jotai";

/** Whether one's own profile is open. */
export const profileOpenAtom = atom(false);
