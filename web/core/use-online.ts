import { useAtomValue } from "jotai";
import { connectionAtom } from "./live.ts";

/** False while there is certainly no network: what only the server can do waits. */
export function useOnline(): boolean {
  return useAtomValue(connectionAtom) !== "offline";
}
