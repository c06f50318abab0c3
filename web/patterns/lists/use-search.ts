import { useEffect, useState } from "react";
import { SEARCH_DEBOUNCE_MS } from "../../../api/contract/limits.ts";

/** The typed text, and the same text once typing has paused. */
export function useSearch(initial = "") {
  const [typed, setTyped] = useState(initial);
  const [search, setSearch] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed ? SEARCH_DEBOUNCE_MS : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, search };
}
