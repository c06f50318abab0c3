import { windowMatches } from "../ui/window-matches.ts";

/** True on a screen narrower than 600 px, which shows one pane at a time. */
export const usePhone = windowMatches("(max-width: 599px)");
