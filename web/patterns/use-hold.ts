import { useEffect } from "react";
import { type Hold, holdUpdates } from "../core/page/unsaved.ts";

/** Holds updates back while `on`, because a reload would lose work. */
export function useHold(reason: Hold, on: boolean): void {
  useEffect(() => on ? holdUpdates(reason) : undefined, [reason, on]);
}
