import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { keepsPlace, takePlace } from "../../../core/page/place.ts";
import type { Row } from "./rows.ts";

const STICK_PX = 100;
const ASK_PX = 1000;
const REMEASURED_MS = [60, 250];

const isMessage = (row: Row | undefined) => row?.kind === "message" || row?.kind === "outgoing";
const firstKey = (rows: readonly Row[]) => rows.find(isMessage)?.key;

/** What was at the top of the view, and how far it was scrolled out. */
interface Place {
  key: string;
  offset: number;
}
interface Input {
  /** Which conversation. */
  name: string;
  rows: readonly Row[];
  hasMore: boolean;
  onMore: () => void;
}

/**
 * The conversation's scrolling: opens at the unread line or at the end, stays at the end while one is within 100 px of it,
 * keeps its place when older messages come in above, comes back to it after an update, and counts what arrives below while one reads history.
 */
export function useScrolling({ name, rows, hasMore, onMore }: Input) {
  const list = useRef<VirtualizerHandle>(null);
  const before = useRef<{ first?: string; last?: string; length: number }>({ length: 0 });
  const atEnd = useRef(true);
  const begun = useRef(false);
  /** Somebody scrolled here, or went to a message: until then only what is measured or comes in late moves the view. */
  const moved = useRef(false);
  /** Where one was before a reload, as long as its page is on the way. */
  const sought = useRef<Place | null>(null);
  /** What waited in the outbox since before comes late, and is nothing that was just sent. */
  const openedAt = useRef(Date.now());
  const [away, setAway] = useState(false);
  const [news, setNews] = useState(0);
  const latest = useRef(rows);
  latest.current = rows;
  const first = firstKey(rows);
  const last = rows.at(-1)?.key;
  const was = before.current;
  // Lines of the ticket's log come later than its messages, and stand between them.
  const between = atEnd.current && last === was.last;
  /** The list knows how much of it one sees, and shows something. */
  const measured = () => (list.current?.viewportSize ?? 0) > 0;
  /**
   * Rows came in above: the list counts from its end what it has measured, and nothing below them moves, not for a frame. One that was
   * not measured has nothing to hold still, and would wait for a scroll that never comes: it stayed empty.
   */
  const above = rows.length > was.length && was.first !== undefined && (first !== was.first || between) && measured();

  const toEnd = useCallback(() => {
    list.current?.scrollToIndex(before.current.length - 1, { align: "end" });
    setNews(0);
  }, []);

  /** Somebody wants the end: the place from before is no longer looked for. */
  const goToEnd = useCallback(() => {
    sought.current = null;
    toEnd();
  }, [toEnd]);

  const goTo = (place: Place) => {
    const index = latest.current.findIndex((row) => row.key === place.key);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "start", offset: place.offset });
  };
  const returnTo = (place: Place) => {
    goTo(place);
    // Rows above are measured after the first paint, and push.
    REMEASURED_MS.forEach((ms) => setTimeout(() => goTo(place), ms));
  };

  /** The unread line, else the end. */
  const toBeginning = () => {
    const unread = rows.findIndex((row) => row.kind === "unread");
    if (unread < 0) return toEnd();
    moved.current = true;
    list.current?.scrollToIndex(unread, { align: "start", offset: -48 });
  };

  useLayoutEffect(() => {
    const was = before.current;
    before.current = { first, last, length: rows.length };
    if (rows.length === 0) return;
    if (!begun.current) {
      begun.current = true;
      const place = takePlace(name) as Place | undefined;
      const there = rows.some((row) => row.key === place?.key);
      if (place && (there || hasMore)) {
        atEnd.current = false;
        if (there) return returnTo(place);
        sought.current = place;
        moved.current = true;
        list.current?.scrollToIndex(0, { align: "start" });
        return;
      }
      return toBeginning();
    }
    // Nobody has seen anything yet, and the unread line may stand elsewhere now.
    if (!measured() && atEnd.current) return toBeginning();
    if (last === was.last || rows.length <= was.length) {
      if (atEnd.current && (last !== was.last || rows.length !== was.length)) toEnd();
      return;
    }
    const added = rows.slice(rows.findIndex((row) => row.key === was.last) + 1);
    if (atEnd.current || added.some((row) => row.kind === "outgoing" && row.entry.createdAt >= openedAt.current)) {
      goToEnd();
    } else setNews((count) => count + added.filter((row) => row.kind === "message" && !row.message.fromMe).length);
  }, [rows, first, last, goToEnd]);

  useEffect(() => {
    const place = sought.current;
    if (!place) return;
    const there = rows.some((row) => row.key === place.key);
    if (!there && hasMore) return onMore();
    sought.current = null;
    if (there) returnTo(place);
  }, [rows, hasMore]);

  useEffect(() =>
    keepsPlace(name, (): Place | undefined => {
      const view = list.current;
      if (!view || atEnd.current) return;
      const index = view.findItemIndex(view.scrollOffset);
      const row = latest.current[index];
      return row && { key: row.key, offset: view.scrollOffset - view.getItemOffset(index) };
    }), [name]);

  const look = () => {
    const view = list.current;
    if (!view) return;
    const left = view.scrollSize - view.scrollOffset - view.viewportSize;
    if (atEnd.current && !moved.current && left > 1) return toEnd();
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
  const leave = useCallback(() => {
    moved.current = true;
    sought.current = null;
  }, []);
  /** On the way to a message: what comes in meanwhile does not bring the end back. */
  const depart = useCallback(() => {
    moved.current = true;
    sought.current = null;
    atEnd.current = false;
  }, []);
  return { list, shift: above, away, news, toEnd: goToEnd, leave, depart, onScroll: look, onResize };
}
