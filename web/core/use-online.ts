import { useAtomValue } from "jotai";
import { connectionAtom } from "./live.ts";

/** False while there is certainly no network: actions that need the server wait. */
export function useOnline(): boolean {
  return useAtomValue(connectionAtom) !== "offline";
}
