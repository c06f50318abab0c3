import { ArrowUp } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer } from "virtua";
import { SCROLL_THRESHOLD_PX } from "../../../../api/contract/limits.ts";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { TicketItem } from "./item.tsx";
import { useNow } from "./use-now.ts";
import { useRoving } from "./use-roving.ts";
import { useSettled } from "./use-settled.ts";

interface Props {
  tickets: readonly Ticket[];
  /** Names what is listed: another list starts afresh. */
  list: string;
  total: number;
  viewer: Viewer;
  selected: string | undefined;
  /** True in a search. */
  mixed: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}
const ROW_PX = 72;
const EVERY_MS = 30_000;

/** The rows, virtual and endless. They do not move under the pointer: a pill says what waits. */
export function TicketRows({ tickets, list, total, viewer, selected, mixed, hasMore, loadingMore, onMore }: Props) {
  const { t } = useTranslation("tickets");
  const area = useRef<HTMLDivElement>(null);
  const now = useNow(EVERY_MS);
  const { rows, held, moved, letGo } = useSettled(tickets, list, area);
  const ids = useMemo(() => rows.map((row) => row.ticket.id), [rows]);
  const roving = useRoving(ids, tickets.find((ticket) => ticket.uuid === selected)?.id);
  const onScroll = (offset: number) => {
    const view = roving.list.current;
    if (view && view.scrollSize - offset - view.viewportSize < SCROLL_THRESHOLD_PX + ROW_PX) onMore();
  };
  return (
    <div className="relative min-h-0 flex-1">
      {moved && held > 0 && (
        <button
          type="button"
          onClick={letGo}
          className="absolute top-2 left-1/2 z-10 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3 text-meta font-600 whitespace-nowrap text-on-primary shadow-float animate-rise"
        >
          <ArrowUp aria-hidden className="size-4" /> {t("held", { count: held })}
        </button>
      )}
      <div
        ref={area}
        role="feed"
        aria-label={t("label")}
        aria-busy={loadingMore}
        onKeyDown={roving.onKeyDown}
        className="h-full overflow-y-auto overscroll-contain"
      >
        <Virtualizer
          ref={roving.list}
          scrollRef={area}
          data={rows}
          itemSize={ROW_PX}
          keepMounted={[roving.activeIndex]}
          onScroll={onScroll}
        >
          {({ ticket, gone }, index) => (
            <TicketItem
              key={ticket.id}
              ticket={ticket}
              viewer={viewer}
              selected={ticket.uuid === selected}
              gone={gone}
              active={ticket.id === roving.active}
              position={index + 1}
              total={hasMore ? -1 : Math.max(total, rows.length)}
              now={now}
              mixed={mixed}
              onFocus={roving.onFocus}
            />
          )}
        </Virtualizer>
        {loadingMore && (
          <p role="status" className="flex h-12 items-center justify-center gap-2 text-meta text-fg-subtle">
            <Spinner /> {t("list.more", { ns: "core" })}
          </p>
        )}
      </div>
    </div>
  );
}
