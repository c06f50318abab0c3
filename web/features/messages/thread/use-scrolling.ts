import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { Row } from "./rows.ts";

const STICK_PX = 100;
const ASK_PX = 1000;

const isMessage = (row: Row | undefined) => row?.kind === "message" || row?.kind === "outgoing";
const firstKey = (rows: readonly Row[]) => rows.find(isMessage)?.key;

interface Input {
  rows: readonly Row[];
  hasMore: boolean;
  onMore: () => void;
}

/**
 * The conversation's scrolling: opens at the unread line or at the end, stays at the end while one is within 100 px of it,
 * keeps its place when older messages come in above, and counts what arrives below while one reads history.
 */
export function useScrolling({ rows, hasMore, onMore }: Input) {
  const list = useRef<VirtualizerHandle>(null);
  const before = useRef<{ first?: string; last?: string; length: number }>({ length: 0 });
  const atEnd = useRef(true);
  const begun = useRef(false);
  const [away, setAway] = useState(false);
  const [news, setNews] = useState(0);
  const first = firstKey(rows);
  const last = rows.at(-1)?.key;
  const older = before.current.first !== undefined && first !== before.current.first &&
    rows.length > before.current.length;

  const toEnd = useCallback(() => {
    list.current?.scrollToIndex(before.current.length - 1, { align: "end" });
    setNews(0);
  }, []);

  useLayoutEffect(() => {
    const was = before.current;
    before.current = { first, last, length: rows.length };
    if (rows.length === 0) return;
    if (!begun.current) {
      begun.current = true;
      const unread = rows.findIndex((row) => row.kind === "unread");
      if (unread >= 0) list.current?.scrollToIndex(unread, { align: "start", offset: -48 });
      else toEnd();
      return;
    }
    if (last === was.last || rows.length <= was.length) {
      if (atEnd.current && last !== was.last) toEnd();
      return;
    }
    const added = rows.slice(rows.findIndex((row) => row.key === was.last) + 1);
    if (atEnd.current || added.some((row) => row.kind === "outgoing")) toEnd();
    else setNews((count) => count + added.filter((row) => row.kind === "message" && !row.message.fromMe).length);
  }, [rows, first, last, toEnd]);

  const look = () => {
    const view = list.current;
    if (!view) return;
    const left = view.scrollSize - view.scrollOffset - view.viewportSize;
    atEnd.current = left <= STICK_PX;
    setAway(left > Math.max(STICK_PX, view.viewportSize / 2));
    if (atEnd.current) setNews(0);
    if (view.scrollOffset < ASK_PX && hasMore) onMore();
  };
  const onResize = () => {
    if (begun.current && atEnd.current) toEnd();
  };
  // A page that does not fill the screen has no scrolling to ask for the next one.
  useEffect(() => {
    const view = list.current;
    if (view && rows.length > 0 && hasMore && view.scrollSize <= view.viewportSize) onMore();
  }, [rows.length, hasMore]);
  return { list, shift: older, away, news, toEnd, onScroll: look, onResize };
}
