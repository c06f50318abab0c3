import { useAtomValue } from "jotai";
import { ArrowDown, ArrowUp, CornerDownLeft } from "lucide-react";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Virtualizer } from "virtua";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { usePainted } from "../../../patterns/use-painted.ts";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { cn } from "../../../ui/cn.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { Picking } from "../forward/picking.tsx";
import { infoAtom } from "../info/state.ts";
import { searchedAtom } from "../search/state.ts";
import { useChannel } from "../../../core/channels.ts";
import { hasPlace } from "../../../core/page/place.ts";
import { keepFocus } from "../../../core/page/last-input.ts";
import { Arrivals } from "./arrivals.tsx";
import { type Conversation, ConversationContext } from "../conversation.ts";
import { READ_ONLY } from "../menu/allowed.ts";
import { Pill } from "./pill.tsx";
import { ThreadRow } from "./row.tsx";
import { moveInThread } from "./thread-keys.ts";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { useConversationData } from "./use-conversation-data.ts";
import { useJump } from "./use-jump.ts";
import { useScrolling } from "./use-scrolling.ts";
import { useTail } from "./use-tail.ts";

const Lightbox = onDemand(() => import("../lightbox/lightbox.tsx").then((m) => m.Lightbox));
const SearchBar = onDemand(
  () => import("../search/search-bar.tsx").then((m) => m.SearchBar),
  <div className="h-12 shrink-0 border-b border-line bg-surface" />,
);
const InfoDialog = onDemand(() => import("../info/info-dialog.tsx").then((m) => m.InfoDialog));
const BUFFER_PX = 400;
/** About the height of a message: so many are drawn before they are measured. */
const ROW_PX = 72;

/** The conversation, newest at the bottom. Give it the ticket's id as its key. */
export const Thread = memo(function Thread({ ticket, readOnly }: { ticket: Ticket; readOnly: boolean }) {
  const { t } = useTranslation("messages");
  const channel = useChannel(ticket.channel);
  const painted = usePainted(() => hasPlace(`thread-${ticket.id}`));
  const { list, messages, rows } = useConversationData(ticket, painted);
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const { shown: drawn, whole, first } = useTail(rows, painted);
  const scrolling = useScrolling({
    name: `thread-${ticket.id}`,
    rows: drawn,
    hasMore: whole && list.hasMore,
    onMore: list.more,
  });
  const { jumpTo, goTo, lit, mark, release, back, up } = useJump({
    rows: drawn,
    list: scrolling.list,
    hasMore: !whole || list.hasMore,
    loading: !whole || list.isFetchingMore,
    onMore: list.more,
    onLeave: scrolling.depart,
  });
  const leave = () => {
    scrolling.leave();
    release();
  };
  const { id, uuid, contact: { name } } = ticket;
  const status = readOnly ? READ_ONLY : ticket.status;
  const searching = useAtomValue(searchedAtom) === id;
  const told = useAtomValue(infoAtom);
  // The ticket before took its row, its dialog and its conversation with it.
  const readable = rows.length > 0;
  useEffect(() => {
    if (!readable) return;
    keepFocus();
    return keepFocus;
  }, [readable]);
  const conversation = useMemo<Conversation>(
    () => ({ ticketId: id, uuid, status, contactName: name, channel, jumpTo, openImage: setShown }),
    [id, uuid, status, name, channel, jumpTo],
  );
  return (
    <ConversationContext value={conversation}>
      <section aria-label={t("thread.label", { name })} className="relative flex min-h-0 flex-1 flex-col bg-bg">
        {searching && <SearchBar ticketId={id} messages={messages} onJump={goTo} />}
        {rows.length === 0 && list.isLoading && <ThreadSkeleton />}
        {rows.length === 0 && !list.isLoading && (
          <div className="grid flex-1 place-items-center overflow-y-auto">
            {list.error
              ? <Failed error={list.error} onRetry={() => void list.refetch()} />
              : <Empty drawing="chat" title={t("thread.empty")} hint={t("thread.emptyHint", { name })} />}
          </div>
        )}
        {rows.length > 0 && (
          <div
            ref={area}
            role="log"
            aria-live="off"
            aria-label={t("thread.label", { name })}
            aria-busy={list.isFetchingMore}
            tabIndex={0}
            onKeyDown={(e) => (leave(), moveInThread(e))}
            onPointerDown={leave}
            onWheel={leave}
            onTouchMove={leave}
            className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
          >
            <div className="grow" />
            <Virtualizer
              ref={scrolling.list}
              scrollRef={area}
              data={drawn}
              shift={scrolling.shift}
              bufferSize={BUFFER_PX}
              keepMounted={first}
              itemSize={ROW_PX}
              onScroll={scrolling.onScroll}
              onResize={scrolling.onResize}
            >
              {(row) => (
                // Of the rolling list, which is deaf, or a press right after scrolling would do nothing. The air below the last
                // row is its own, so that the end of the rows is the very end. A row of the first frame is seen from the start:
                // hidden until it is measured, all of it would be styled twice.
                <div
                  key={row.key}
                  className={cn("pointer-events-auto", first && "visible", row === drawn.at(-1) && "pb-3")}
                >
                  <ThreadRow row={row} lit={row.kind === "message" && row.message.id === lit} />
                </div>
              )}
            </Virtualizer>
          </div>
        )}
        {list.isFetchingMore && (
          <p
            role="status"
            className="absolute top-14 left-1/2 -translate-x-1/2 rounded-full bg-raised p-1.5 shadow-float"
          >
            <Spinner />
            <span className="sr-only">{t("list.more")}</span>
          </p>
        )}
        {scrolling.away
          ? (
            <Pill className="right-4" onPress={() => (mark(), scrolling.toEnd())}>
              <ArrowDown aria-hidden className="size-4" />
              {scrolling.news > 0 ? <span className="tabular-nums">{scrolling.news}</span> : null}
              <span className="sr-only">{t("thread.latest", { count: scrolling.news })}</span>
            </Pill>
          )
          : up && (
            <Pill className="right-4" onPress={up}>
              <ArrowUp aria-hidden className="size-4" />
              <span className="sr-only">{t("thread.back")}</span>
            </Pill>
          )}
        {back && scrolling.away && (
          <Pill className="left-1/2 -translate-x-1/2" onPress={back}>
            <CornerDownLeft aria-hidden className="size-4" /> {t("thread.back")}
          </Pill>
        )}
        <Arrivals messages={messages} name={name} />
        <Picking ticketId={id} />
        {told?.ticketId !== undefined && <InfoDialog message={told} contactName={name} />}
        {shown !== null && (
          <Lightbox
            ticketId={id}
            messages={messages}
            at={shown}
            onMove={setShown}
            onClose={() => setShown(null)}
          />
        )}
      </section>
    </ConversationContext>
  );
});
