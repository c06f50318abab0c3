import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VirtualizerHandle } from "virtua";
import { useLocationProperty } from "wouter/use-browser-location";
import { toast } from "../../../ui/toast.tsx";
import type { Row } from "./rows.ts";

const LIT_MS = 1500;
/** A jump to the end was meant, or it is taken back soon. */
const UP_MS = 8000;

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
 * names the message to begin with. `jumpTo` remembers where one was, and `back` returns there; `goTo` does not. `mark` remembers
 * it before a jump to the end, whose way back is `up` for as long as one may want it.
 */
export function useJump({ rows, list, hasMore, loading, onMore, onLeave }: Input) {
  const { t } = useTranslation("messages");
  const [wanted, setWanted] = useState<number | null>(null);
  const [from, setFrom] = useState<{ key: string; by: "quote" | "end" } | null>(null);
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
  const remember = useCallback((by: "quote" | "end") => {
    const view = list.current;
    // The lowest row one sees: that is what was read.
    const at = view && latest.current[view.findItemIndex(view.scrollOffset + view.viewportSize - 1)];
    setFrom(at ? { key: at.key, by } : null);
  }, []);
  const jumpTo = useCallback((id: number) => {
    remember("quote");
    setWanted(id);
  }, []);
  const mark = useCallback(() => remember("end"), []);
  useEffect(() => {
    if (from?.by !== "end") return;
    const timer = setTimeout(() => setFrom(null), UP_MS);
    return () => clearTimeout(timer);
  }, [from]);
  const back = useCallback(() => {
    onLeave();
    const index = latest.current.findIndex((row) => row.key === from?.key);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "end" });
    setFrom(null);
  }, [from]);
  return { jumpTo, goTo, lit, mark, back: from?.by === "quote" ? back : null, up: from?.by === "end" ? back : null };
}
