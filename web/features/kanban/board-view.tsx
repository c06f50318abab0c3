import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { kanban } from "../../../api/features/kanban/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { useList, useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { boardOf, type Lane } from "./board.ts";
import type { Asked } from "./filter-bar.tsx";
import { LaneColumn } from "./lane-column.tsx";
import { moveCard, movedAtom, toldAtom } from "./moves.ts";
import "./live.ts";

interface Props {
  asked: Asked;
  /** The company's day now: where the address names none. */
  today: string;
  selected: string | undefined;
  onOpen: (ticket: Ticket) => void;
}

/** The lanes beside each other; a phone shows one at a time, and the next by a swipe. */
export function BoardView({ asked, today, selected, onOpen }: Props) {
  const { t } = useTranslation("kanban");
  const query = { startDate: asked.from || today, endDate: asked.to || today };
  const cards = useList(kanban.tickets, { query }, { keepPrevious: true });
  const lanes = useRead(tags.all, { query: { kanban: 1 } });
  const moved = useAtomValue(movedAtom);
  const told = useAtomValue(toldAtom);
  const [dragged, setDragged] = useState<{ ticket: Ticket; from: Lane } | null>(null);
  const { hasMore, isFetchingMore, more } = cards;
  // The whole board: filters and totals are of all its cards.
  useEffect(() => {
    if (hasMore && !isFetchingMore) more();
  }, [hasMore, isFetchingMore, cards.records.length]);
  const board = useMemo(
    () => boardOf(cards.records, lanes.data ?? [], asked, moved),
    [cards.records, lanes.data, asked, moved],
  );
  const laneName = useCallback((lane: Lane) => lane.tag?.name ?? t("noLane"), [t]);
  const move = useCallback(
    (ticket: Ticket, from: Lane, to: Lane) => {
      void moveCard(ticket, { id: from.id, name: laneName(from) }, { id: to.id, name: laneName(to) });
    },
    [laneName],
  );
  const drag = useCallback((ticket: Ticket | null, from: Lane) => setDragged(ticket && { ticket, from }), []);
  const held = useRef(dragged);
  held.current = dragged;
  const drop = useCallback((to: Lane) => {
    if (held.current) move(held.current.ticket, held.current.from, to);
    setDragged(null);
  }, [move]);
  const error = cards.error ?? lanes.error;
  if (error) {
    return (
      <div className="grid flex-1 place-items-center">
        <Failed error={error} onRetry={() => (void cards.refetch(), void lanes.refetch())} />
      </div>
    );
  }
  if (cards.isLoading || lanes.isPending) {
    return (
      <div role="status" aria-label={t("state.loading")} className="flex min-h-0 flex-1 gap-3 overflow-hidden p-4">
        <Late>{[1, 2, 3].map((lane) => <Skeleton key={lane} className="h-full w-80 shrink-0 rounded-card!" />)}</Late>
      </div>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">{told}</p>
      <div
        tabIndex={0}
        role="group"
        aria-label={t("title")}
        className="flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain p-4 pt-2 outline-offset-[-2px] max-sm:snap-x max-sm:snap-mandatory"
      >
        {board.map((lane) => (
          <LaneColumn
            key={lane.id}
            lane={lane}
            lanes={board}
            laneName={laneName}
            selected={selected}
            dragging={dragged !== null}
            onOpen={onOpen}
            onMove={move}
            onDrag={drag}
            onDrop={drop}
          />
        ))}
      </div>
    </>
  );
}
