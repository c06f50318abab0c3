import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VirtualizerHandle } from "virtua";
import { useLocationProperty } from "wouter/use-browser-location";
import { toast } from "../../../ui/toast.tsx";
import type { Row } from "./rows.ts";

const LIT_MS = 1500;

interface Input {
  rows: readonly Row[];
  list: RefObject<VirtualizerHandle | null>;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** Told before the view moves. */
  onLeave: () => void;
}

/**
 * Goes to a message, loading older pages until it is found, and lights it up for a moment. An address that ends in `#m42`
 * names the message to begin with. `jumpTo` remembers where one was, and `back` returns there; `goTo` does not.
 */
export function useJump({ rows, list, hasMore, loading, onMore, onLeave }: Input) {
  const { t } = useTranslation("messages");
  const [wanted, setWanted] = useState<number | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const latest = useRef(rows);
  latest.current = rows;
  const named = useLocationProperty(() => /^#m(\d{1,16})$/.exec(location.hash)?.[1]);
  useEffect(() => {
    if (named) setWanted(Number(named));
  }, [named]);
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    onLeave();
    const index = rows.findIndex((row) => row.kind === "message" && row.message.id === wanted);
    if (index >= 0) {
      list.current?.scrollToIndex(index, { align: "center" });
      setLit(wanted);
      setWanted(null);
    } else if (!hasMore) {
      toast.info(t("quote.gone"));
      setWanted(null);
    } else if (!loading) onMore();
  }, [wanted, rows, hasMore, loading]);
  useEffect(() => {
    if (lit === null) return;
    const timer = setTimeout(() => setLit(null), LIT_MS);
    return () => clearTimeout(timer);
  }, [lit]);
  const goTo = useCallback((id: number) => setWanted(id), []);
  const jumpTo = useCallback((id: number) => {
    const view = list.current;
    // The lowest row one sees: that is what was read.
    const at = view && latest.current[view.findItemIndex(view.scrollOffset + view.viewportSize - 1)];
    setFrom(at?.key ?? null);
    setWanted(id);
  }, []);
  const back = useCallback(() => {
    const index = latest.current.findIndex((row) => row.key === from);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "end" });
    setFrom(null);
  }, [from]);
  return { jumpTo, goTo, lit, back: from === null ? null : back };
}
