// A notification's "reply" was tapped: the composer of that ticket takes the focus once it is on screen.
import { atom } from "jotai";

/** The uuid of the ticket somebody wants to answer at once; whoever gives it the focus sets it back to null. */
export const replyWantedAtom = atom<string | null>(null);
