import { ArrowUp } from "lucide-react";
import { useSetAtom } from "jotai";
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Virtualizer } from "virtua";
import { SCROLL_THRESHOLD_PX } from "../../../../api/contract/limits.ts";
import type { Viewer } from "../../../../api/contract/permissions.ts";
import type { MessageHit, Ticket } from "../../../../api/features/tickets/contract.ts";
import { PullSign } from "../../../patterns/lists/pull-sign.tsx";
import { usePull } from "../../../patterns/lists/use-pull.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { TicketItem } from "./row/item.tsx";
import { nothing, ranged, selectionAtom, toggled } from "../state/selection.ts";
import { useTypingSigns } from "./row/typing.ts";
import { useNear } from "../state/use-near.ts";
import { useNow } from "../../../core/page/use-now.ts";
import { useRoving } from "../state/use-roving.ts";
import { useSettled } from "../state/use-settled.ts";

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
  /** The row is at the top, pressed, or under a resting pointer. */
  onNear: (ticketId: number) => void;
  /** Where in a conversation the words of a search are. */
  hits: ReadonlyMap<number, MessageHit>;
  /** What is looked for. */
  needle: string;
}
const ROW_PX = 72;
/** Where the list was when it was left: the same list goes on there. */
let left: { list: string; offset: number } | null = null;
const EVERY_MS = 30_000;

/** The rows, virtual and endless. They do not move under the pointer: a pill says what waits. */
export function TicketRows(props: Props) {
  const { tickets, list, total, viewer, selected, mixed, hasMore, loadingMore, onMore, onNear, hits, needle } = props;
  const { t } = useTranslation("tickets");
  const area = useRef<HTMLDivElement>(null);
  const pull = usePull(area);
  const now = useNow(EVERY_MS);
  const { rows, held, moved, letGo } = useSettled(tickets, list, area);
  const ids = useMemo(() => rows.map((row) => row.ticket.id), [rows]);
  const open = tickets.find((ticket) => ticket.uuid === selected)?.id;
  const near = useNear(ids, open, onNear);
  const roving = useRoving(ids, open);
  useTypingSigns();
  const offset = useRef(0);
  useLayoutEffect(() => {
    if (left?.list === list && left.offset > 0) roving.list.current?.scrollTo(left.offset);
    left = null;
    return () => {
      left = { list, offset: offset.current };
    };
  }, []);
  const select = useSetAtom(selectionAtom);
  const shown = useRef(ids);
  shown.current = ids;
  const onChoose = useCallback(
    (id: number, range: boolean) => select((now) => range ? ranged(now, shown.current, id) : toggled(now, id)),
    [select],
  );
  const onKeyDown = (e: KeyboardEvent<HTMLElement>) => {
    const id = e.target instanceof HTMLElement ? Number(e.target.dataset.row ?? 0) : 0;
    const all = (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "a";
    if (id && (e.key === " " || all)) {
      e.preventDefault();
      if (all) select({ ids: new Set(shown.current), anchor: id });
      else onChoose(id, e.shiftKey);
    } else if (e.key === "Escape") {
      select((now) => {
        if (now.ids.size > 0) e.stopPropagation();
        return nothing;
      });
    } else roving.onKeyDown(e);
  };
  const onScroll = (at: number) => {
    offset.current = at;
    const view = roving.list.current;
    if (view && view.scrollSize - at - view.viewportSize < SCROLL_THRESHOLD_PX + ROW_PX) onMore();
  };
  return (
    <div className="relative min-h-0 flex-1 overflow-hidden">
      <PullSign {...pull} />
      {moved && held > 0 && (
        <button
          type="button"
          onClick={letGo}
          className="absolute top-2 left-1/2 z-10 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-primary px-3 text-meta font-600 whitespace-nowrap text-on-primary shadow-float animate-rise touch:h-11"
        >
          <ArrowUp aria-hidden className="size-4" /> {t("held", { count: held })}
        </button>
      )}
      <div
        ref={area}
        role="feed"
        aria-label={t("label")}
        aria-busy={loadingMore}
        onKeyDown={onKeyDown}
        {...near}
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
              needle={needle}
              hit={hits.get(ticket.id)}
              onChoose={onChoose}
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
