import { Trophy, XCircle } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { VList } from "virtua";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { formatMoney, formatNumber } from "../../core/words/format.ts";
import { Count } from "../../ui/badge.tsx";
import { Dot } from "../../ui/chip.tsx";
import { cn } from "../../ui/cn.ts";
import type { Lane } from "./board.ts";
import { BoardCard } from "./card.tsx";
import { scrollAtEdge } from "./edge-scroll.ts";
import { useInSight } from "./use-in-sight.ts";

interface Props {
  lane: Lane;
  lanes: readonly Lane[];
  laneName: (lane: Lane) => string;
  selected: string | undefined;
  /** The tickets of the cards that are picked. */
  picked: ReadonlySet<number>;
  /** A card is being dragged. */
  dragging: boolean;
  onOpen: (ticket: Ticket) => void;
  onMove: (ticket: Ticket, from: Lane, to: Lane) => void;
  onPick: (ticket: Ticket) => void;
  onValue: (ticket: Ticket) => void;
  onDrag: (ticket: Ticket | null, from: Lane) => void;
  onDrop: (to: Lane) => void;
}

/** About the height of a card: so many are drawn before they are measured. */
const CARD_PX = 156;
const outcomes = { won: Trophy, lost: XCircle };

/** A lane with its cards; only those in sight are drawn, and those of a lane that is out of sight when there is time. */
export function LaneColumn(props: Props) {
  const { lane, lanes, laneName, selected, picked, dragging, onDrop, ...card } = props;
  const { t } = useTranslation("kanban");
  const [over, setOver] = useState(false);
  const section = useRef<HTMLElement>(null);
  const inSight = useInSight(section, lanes.indexOf(lane));
  const Outcome = lane.tag?.outcome && outcomes[lane.tag.outcome];
  return (
    <section
      ref={section}
      data-lane={lane.id}
      aria-label={laneName(lane)}
      onDragOver={(e) => {
        if (!dragging) return;
        e.preventDefault();
        setOver(true);
        if (e.currentTarget.lastElementChild) scrollAtEdge(e.currentTarget.lastElementChild, "down", e);
      }}
      onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        onDrop(lane);
      }}
      className={cn(
        "flex h-full w-80 shrink-0 snap-center flex-col rounded-card bg-hover max-sm:w-[calc(100vw-40px)]",
        over && "ring-2 ring-primary ring-inset",
      )}
    >
      <header
        className="flex items-center gap-2 rounded-t-card border-t-4 px-3 pt-2 pb-2"
        style={{ borderColor: lane.tag?.color ?? "var(--line-strong)" }}
      >
        {Outcome
          ? <Outcome aria-label={t(`outcome.${lane.tag!.outcome!}`)} className="size-4 shrink-0" />
          : lane.tag && <Dot colour={lane.tag.color} />}
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate font-600" title={laneName(lane)}>{laneName(lane)}</h2>
          {lane.valueCents > 0 && (
            <p className="text-small text-fg-muted tabular-nums" title={t("value.sum")}>
              {formatMoney(lane.valueCents / 100)}
            </p>
          )}
        </div>
        {lane.unread > 0 && (
          <span title={t("unread")}>
            <Count value={lane.unread} max={999} loud />
          </span>
        )}
        <span className="text-meta text-fg-muted tabular-nums" aria-label={t("cards", { count: lane.cards.length })}>
          {formatNumber(lane.cards.length)}
        </span>
      </header>
      {lane.cards.length === 0
        ? <p className="px-3 py-6 text-center text-meta text-fg-subtle">{t("emptyLane")}</p>
        : inSight && (
          <VList data={lane.cards} itemSize={CARD_PX} className="min-h-0 flex-1 overscroll-contain">
            {(ticket) => (
              <BoardCard
                key={ticket.id}
                ticket={ticket}
                lane={lane}
                lanes={lanes}
                laneName={laneName}
                selected={ticket.uuid === selected}
                picked={picked.size > 0 ? picked.has(ticket.id) : undefined}
                {...card}
              />
            )}
          </VList>
        )}
    </section>
  );
}
