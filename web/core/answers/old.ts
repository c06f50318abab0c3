// The old answers on screen: those that could not be fetched again.
import { useMemo, useSyncExternalStore } from "react";
import { anyMarks, fromDevice } from "./marks.ts";
import { factsOf, queryClient } from "./query-client.ts";

export interface Old {
  /** Time of the oldest of them, ms of the server's clock. */
  since: number;
  /** The nouns of the calls, as their paths begin: `contacts`. */
  nouns: string[];
}

function read(): string {
  if (!anyMarks()) return "";
  const nouns = new Set<string>();
  let since = Infinity;
  for (const query of queryClient.getQueryCache().getAll()) {
    // First what is quick to know: this is asked with every change of any of hundreds of answers.
    const from = query.isActive() ? fromDevice(query.queryKey) : undefined;
    if (!from) continue;
    since = Math.min(since, from.at);
    nouns.add(factsOf(query)?.endpoint.path.split("/")[1] ?? "");
  }
  return nouns.size === 0 ? "" : JSON.stringify({ since, nouns: [...nouns].sort() } satisfies Old);
}
const subscribe = (changed: () => void) => queryClient.getQueryCache().subscribe(changed);

/** The old answers on screen; null while all are the server's. */
export function useOld(): Old | null {
  const old = useSyncExternalStore(subscribe, read);
  return useMemo(() => old === "" ? null : JSON.parse(old) as Old, [old]);
}
