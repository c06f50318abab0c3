// What of the notifications is on screen.
import { atom } from "jotai";

/** The sheet: menus of the shell open it, the frame shows it. */
export const notificationsOpenAtom = atom(false);
/** The question whether this device may ring. */
export const askingAtom = atom(false);
