import { useState } from "react";
import { useTranslation } from "react-i18next";
import { VList } from "virtua";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Count } from "../../ui/badge.tsx";
import { Dot } from "../../ui/chip.tsx";
import { cn } from "../../ui/cn.ts";
import type { Lane } from "./board.ts";
import { BoardCard } from "./card.tsx";

interface Props {
  lane: Lane;
  lanes: readonly Lane[];
  laneName: (lane: Lane) => string;
  selected: string | undefined;
  /** A card is being dragged. */
  dragging: boolean;
  onOpen: (ticket: Ticket) => void;
  onMove: (ticket: Ticket, from: Lane, to: Lane) => void;
  onDrag: (ticket: Ticket | null, from: Lane) => void;
  onDrop: (to: Lane) => void;
}

/** A lane with its cards; only those in sight are drawn. */
export function LaneColumn({ lane, lanes, laneName, selected, dragging, onOpen, onMove, onDrag, onDrop }: Props) {
  const { t } = useTranslation("kanban");
  const [over, setOver] = useState(false);
  return (
    <section
      aria-label={laneName(lane)}
      onDragOver={(e) => {
        if (!dragging) return;
        e.preventDefault();
        setOver(true);
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
        {lane.tag && <Dot colour={lane.tag.color} />}
        <h2 dir="auto" className="min-w-0 flex-1 truncate font-600" title={laneName(lane)}>{laneName(lane)}</h2>
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
        : (
          <VList className="min-h-0 flex-1 overscroll-contain">
            {lane.cards.map((ticket) => (
              <BoardCard
                key={ticket.id}
                ticket={ticket}
                lane={lane}
                lanes={lanes}
                laneName={laneName}
                selected={ticket.uuid === selected}
                onOpen={onOpen}
                onMove={onMove}
                onDrag={onDrag}
              />
            ))}
          </VList>
        )}
    </section>
  );
}
