// The state of versions, for the screens. The part that finds it out and acts is loaded after the first screen (`version.ts`).
import { atom } from "jotai";

/** `behind`: the server says that there is a newer app; `waiting`: it is on this device and takes over when asked. */
export const versionAtom = atom({ running: "", behind: false, waiting: false });
/** True when the server no longer speaks with this version. */
export const tooOldAtom = atom(false);
