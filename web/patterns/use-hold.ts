import { useEffect } from "react";
import { type Hold, holdUpdates } from "../core/page/unsaved.ts";

/** Holds updates back while `on`: there is something that a reload would lose. */
export function useHold(reason: Hold, on: boolean): void {
  useEffect(() => on ? holdUpdates(reason) : undefined, [reason, on]);
}
