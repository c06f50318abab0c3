import { useAtomValue } from "jotai";
import { X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Board, kanban } from "../../../api/features/kanban/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { useList, useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { AskReason, AskValue } from "./ask.tsx";
import { type Asked, boardOf, type Lane } from "./board.ts";
import { scrollAtEdge } from "./edge-scroll.ts";
import { LaneColumn } from "./lane-column.tsx";
import { type Held, moveCards, movesAtom, toldAtom } from "./moves.ts";
import "./live.ts";

interface Props {
  board: Board;
  asked: Asked;
  /** The company's day now: where the address names none. */
  today: string;
  selected: string | undefined;
  onOpen: (ticket: Ticket) => void;
}

function useBoard({ board, asked, today }: Props) {
  const query = { startDate: asked.from || today, endDate: asked.to || today };
  const cards = useList(kanban.tickets, { query }, { keepPrevious: true });
  const lanes = useRead(tags.all, { query: { kanban: 1 } });
  const moves = useAtomValue(movesAtom);
  const { hasMore, isFetchingMore, more } = cards;
  // The whole board: filters and totals are of all its cards.
  useEffect(() => {
    if (hasMore && !isFetchingMore) more();
  }, [hasMore, isFetchingMore, cards.records.length]);
  const shown = useMemo(() => {
    const own = (lanes.data ?? []).filter(({ boardId }) => boardId === board.id);
    return boardOf(cards.records, { queueIds: board.queueIds, tags: own }, asked, moves);
  }, [cards.records, lanes.data, board, asked, moves]);
  return { cards, lanes, shown };
}

/** A lane draws a card that has come some frames later, and once more when the server has answered: so long the focus stays with it, ms. */
const FOLLOWS_MS = 10_000;
/** Keeps the focus on a card that moves into a lane, whenever it is drawn there anew, until it goes elsewhere or somebody points elsewhere. */
function followWithFocus(goes: Follow): void {
  const until = performance.now() + FOLLOWS_MS;
  const over = new AbortController();
  addEventListener("pointerdown", () => over.abort(), { signal: over.signal });
  const look = () => {
    const at = document.activeElement ?? document.body;
    const lost = at === document.body;
    if (over.signal.aborted) return;
    if (performance.now() > until || !lost && !at.closest(`[data-card="${goes.card}"]`)) return over.abort();
    if (lost || !at.closest(`[data-lane="${goes.lane}"]`)) {
      document.querySelector<HTMLElement>(`[data-lane="${goes.lane}"] [data-card="${goes.card}"] button`)?.focus();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Follow {
  card: number;
  lane: number;
}
interface Wish {
  cards: readonly Held[];
  to: Lane;
}
/** Moves cards, asking for the reason where they are won or lost; the focus goes with a single card. */
function useMoves(laneName: (lane: Lane) => string) {
  const [wish, setWish] = useState<Wish | null>(null);
  const follow = useRef<Follow | null>(null);
  const carryOut = ({ cards, to }: Wish, reason?: string) => {
    setWish(null);
    follow.current = cards.length === 1 ? { card: cards[0]!.ticket.id, lane: to.id } : null;
    void moveCards(cards, { id: to.id, name: laneName(to) }, reason);
  };
  const move = (cards: readonly Held[], to: Lane) => {
    if (cards.every(({ from }) => from === to.id)) return;
    if (to.tag?.outcome) setWish({ cards, to });
    else carryOut({ cards, to });
  };
  useEffect(() => {
    if (follow.current === null) return;
    const goes = follow.current;
    follow.current = null;
    document.querySelector(`[data-lane="${goes.lane}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    followWithFocus(goes);
  });
  return { wish, move, carryOut, stop: () => setWish(null) };
}

interface PickBarProps {
  count: number;
  lanes: readonly Lane[];
  laneName: (lane: Lane) => string;
  onMove: (to: Lane) => void;
  onEnd: () => void;
}
function PickBar({ count, lanes, laneName, onMove, onEnd }: PickBarProps) {
  const { t } = useTranslation("kanban");
  return (
    <div
      role="group"
      aria-label={t("pick.bar")}
      className="flex items-center gap-2 border-t border-line bg-surface px-4 py-2"
    >
      <span role="status" className="min-w-0 flex-1 truncate font-600 tabular-nums">{t("pick.count", { count })}</span>
      <Select
        aria-label={t("moveTo")}
        value=""
        onChange={(e) => onMove(lanes.find(({ id }) => String(id) === e.target.value)!)}
        className="w-48"
      >
        <option value="" disabled>{t("moveTo")}</option>
        {lanes.map((lane) => <option key={lane.id} value={lane.id}>{laneName(lane)}</option>)}
      </Select>
      <IconButton icon={X} label={t("pick.end")} onClick={onEnd} />
    </div>
  );
}

const nobody: ReadonlySet<number> = new Set();
/** The lanes beside each other; a phone shows one at a time, and the next by a swipe. */
export function BoardView(props: Props) {
  const { t } = useTranslation("kanban");
  const { cards, lanes, shown } = useBoard(props);
  const told = useAtomValue(toldAtom);
  const [dragged, setDragged] = useState<Held | null>(null);
  const [picked, setPicked] = useState(nobody);
  const [valued, setValued] = useState<Ticket | null>(null);
  const laneName = useCallback((lane: Lane) => lane.tag?.name ?? t("noLane"), [t]);
  const { wish, move, carryOut, stop } = useMoves(laneName);
  /** Those that are picked, wherever they stand. */
  const held = shown.flatMap(({ id, cards }) =>
    cards.filter((card) => picked.has(card.id)).map((ticket) => ({ ticket, from: id }))
  );
  const now = { held, dragged, move };
  const latest = useRef(now);
  latest.current = now;
  const moveOne = useCallback(
    (ticket: Ticket, from: Lane, to: Lane) => latest.current.move([{ ticket, from: from.id }], to),
    [],
  );
  const moveAll = (to: Lane) => {
    move(held, to);
    setPicked(nobody);
  };
  const pick = useCallback(
    ({ id }: Ticket) =>
      setPicked((before) => before.has(id) ? before.difference(new Set([id])) : new Set([...before, id])),
    [],
  );
  const drag = useCallback(
    (ticket: Ticket | null, from: Lane) => setDragged(ticket && { ticket, from: from.id }),
    [],
  );
  // One of those that are picked takes the others along.
  const drop = useCallback((to: Lane) => {
    const { dragged, held, move } = latest.current;
    if (!dragged) return;
    const several = held.some(({ ticket }) => ticket.id === dragged.ticket.id);
    move(several ? held : [dragged], to);
    setDragged(null);
    if (several) setPicked(nobody);
  }, []);
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
        aria-label={props.board.name}
        onDragOver={(e) => dragged && scrollAtEdge(e.currentTarget, "across", e)}
        onKeyDown={(e) => e.key === "Escape" && setPicked(nobody)}
        className="flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain p-4 pt-2 outline-offset-[-2px] max-sm:snap-x max-sm:snap-mandatory"
      >
        {shown.map((lane) => (
          <LaneColumn
            key={lane.id}
            lane={lane}
            lanes={shown}
            laneName={laneName}
            selected={props.selected}
            picked={picked}
            dragging={dragged !== null}
            onOpen={props.onOpen}
            onMove={moveOne}
            onPick={pick}
            onValue={setValued}
            onDrag={drag}
            onDrop={drop}
          />
        ))}
      </div>
      {held.length > 0 && (
        <PickBar
          count={held.length}
          lanes={shown}
          laneName={laneName}
          onMove={moveAll}
          onEnd={() => setPicked(nobody)}
        />
      )}
      {wish && (
        <AskReason
          lane={laneName(wish.to)}
          outcome={wish.to.tag!.outcome!}
          onClose={stop}
          onReason={(reason) => carryOut(wish, reason)}
        />
      )}
      {valued && <AskValue ticket={valued} onClose={() => setValued(null)} />}
    </>
  );
}
