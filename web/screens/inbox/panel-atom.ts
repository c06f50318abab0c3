import { atom } from "jotai";

/** Whether the contact stands beside the open conversation; another conversation begins without it. */
export const panelAtom = atom(false);
