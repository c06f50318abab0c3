import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { VirtualizerHandle } from "virtua";
import { useLocationProperty } from "wouter/use-browser-location";
import { toast } from "../../../ui/toast.tsx";
import type { Row } from "./rows.ts";

const LIT_MS = 1500;
/** Rows that came in with the jump are measured after the first paint, and push. */
const REMEASURED_MS = [60, 250, 600];
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
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const [from, setFrom] = useState<{ key: string; by: "quote" | "end" } | null>(null);
  const latest = useRef(rows);
  latest.current = rows;
  /** A reader who scrolls from here is not pulled back. */
  const release = useCallback(() => timers.current.forEach(clearTimeout), []);
  /** Brings a row into view, and keeps it there until what stands above it is measured. */
  const show = useCallback((is: (row: Row) => boolean, align: "center" | "end") => {
    const scroll = () => {
      const index = latest.current.findIndex(is);
      if (index >= 0) list.current?.scrollToIndex(index, { align });
    };
    release();
    timers.current = REMEASURED_MS.map((ms) => setTimeout(scroll, ms));
    scroll();
  }, []);
  useEffect(() => release, []);
  const named = useLocationProperty(() => /^#m(\d{1,16})$/.exec(location.hash)?.[1]);
  useEffect(() => {
    if (named) setWanted(Number(named));
  }, [named]);
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    onLeave();
    const is = (row: Row) => row.kind === "message" && row.message.id === wanted;
    if (rows.some(is)) {
      show(is, "center");
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
  const mark = useCallback(() => {
    release();
    remember("end");
  }, []);
  useEffect(() => {
    if (from?.by !== "end") return;
    const timer = setTimeout(() => setFrom(null), UP_MS);
    return () => clearTimeout(timer);
  }, [from]);
  const back = useCallback(() => {
    onLeave();
    show((row) => row.key === from?.key, "end");
    setFrom(null);
  }, [from]);
  return {
    jumpTo,
    goTo,
    lit,
    mark,
    release,
    back: from?.by === "quote" ? back : null,
    up: from?.by === "end" ? back : null,
  };
}
