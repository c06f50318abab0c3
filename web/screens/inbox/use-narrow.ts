import { windowMatches } from "../../ui/window-matches.ts";

/** True where list and conversation do not fit beside each other: one thing at a time. */
export const useNarrow = windowMatches("(max-width: 899px)");
