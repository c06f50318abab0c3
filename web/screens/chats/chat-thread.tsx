import { ArrowDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Virtualizer } from "virtua";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { type Chat, chats } from "../../../api/features/chats/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { useOutbox } from "../../core/outbox.ts";
import { useList } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { lineOf, nameOf } from "../../features/chats/chat.ts";
import { type Conversation, ConversationContext } from "../../features/messages/conversation.ts";
import { Pill } from "../../features/messages/thread/pill.tsx";
import { ThreadRow } from "../../features/messages/thread/row.tsx";
import { rowsOf } from "../../features/messages/thread/rows.ts";
import { ThreadSkeleton } from "../../features/messages/thread/thread-skeleton.tsx";
import { moveInThread } from "../../features/messages/thread/thread-keys.ts";
import { useJump } from "../../features/messages/thread/use-jump.ts";
import { useScrolling } from "../../features/messages/thread/use-scrolling.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { cn } from "../../ui/cn.ts";
import { asMessage, asOutgoing } from "./as-message.ts";
import { ChatBubble } from "./chat-bubble.tsx";

const Lightbox = onDemand(() => import("../../features/messages/lightbox/lightbox.tsx").then((m) => m.Lightbox));
const BUFFER_PX = 400;

/** What was said in a chat, newest at the bottom. Give it the chat's id as its key. */
export function ChatThread({ chat, wanted }: { chat: Chat; wanted: number | null }) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const name = nameOf(chat, me.id) || t("left");
  const list = useList(chats.messages, { params: { id: chat.id } });
  const outgoing = useOutbox(lineOf(chat.id));
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  /** How far one had read when the chat was opened: the line stays there. */
  const [readTo] = useState(chat.positionRead);
  const gone = t("left");
  const messages = useMemo(() => list.records.map((said) => asMessage(said, me.id, gone)), [list.records, me.id, gone]);
  const known = useMemo(() => new Map(list.records.map((said) => [said.id, said])), [list.records]);
  const rows = useMemo(() => {
    const unread = list.records.find((said) => said.position > readTo && said.senderId !== me.id);
    return rowsOf({
      messages,
      outgoing: outgoing.filter(({ kind }) => kind === "chat").map(asOutgoing),
      ticketId: lineOf(chat.id),
      unreadFrom: unread?.id ?? null,
      me: me.id,
      now: serverNow(),
    });
  }, [messages, outgoing, readTo, chat.id, me.id]);
  const scrolling = useScrolling({ name: `chat-${chat.id}`, rows, hasMore: list.hasMore, onMore: list.more });
  const { jumpTo, goTo, lit, release } = useJump({
    rows,
    list: scrolling.list,
    hasMore: list.hasMore,
    loading: list.isFetchingMore,
    onMore: list.more,
    onLeave: scrolling.depart,
  });
  useEffect(() => {
    if (wanted !== null) goTo(wanted);
  }, [wanted]);
  const leave = () => {
    scrolling.leave();
    release();
  };
  const conversation = useMemo<Conversation>(() => ({
    ticketId: lineOf(chat.id),
    uuid: null,
    status: "open",
    contactName: name,
    channel: undefined,
    jumpTo,
    openImage: setShown,
  }), [chat.id, name, jumpTo]);
  return (
    <ConversationContext value={conversation}>
      <section aria-label={name} className="relative flex min-h-0 flex-1 flex-col bg-bg">
        {rows.length === 0 && list.isLoading && <ThreadSkeleton />}
        {rows.length === 0 && !list.isLoading && (
          <div className="grid flex-1 place-items-center overflow-y-auto">
            {list.error
              ? <Failed error={list.error} onRetry={() => void list.refetch()} />
              : <Empty drawing="chat" title={t("nothing")} hint={t("first")} />}
          </div>
        )}
        {rows.length > 0 && (
          <div
            ref={area}
            role="log"
            aria-live="polite"
            aria-relevant="additions"
            aria-label={name}
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
              data={rows}
              shift={scrolling.shift}
              bufferSize={BUFFER_PX}
              onScroll={scrolling.onScroll}
              onResize={scrolling.onResize}
            >
              {(row) => {
                const said = row.kind === "message" && known.get(row.message.id);
                return (
                  <div key={row.key} className={cn("pointer-events-auto", row === rows.at(-1) && "pb-3")}>
                    {row.kind === "message" && said
                      ? (
                        <ChatBubble
                          said={said}
                          message={row.message}
                          first={row.first}
                          lit={row.message.id === lit}
                          named={chat.isGroup}
                        />
                      )
                      : <ThreadRow row={row} lit={false} />}
                  </div>
                );
              }}
            </Virtualizer>
          </div>
        )}
        {scrolling.away && (
          <Pill className="right-4" onPress={scrolling.toEnd}>
            <ArrowDown aria-hidden className="size-4" />
            {scrolling.news > 0 ? <span className="tabular-nums">{scrolling.news}</span> : null}
            <span className="sr-only">{t("thread.latest", { ns: "messages", count: scrolling.news })}</span>
          </Pill>
        )}
        {shown !== null && (
          <Lightbox
            ticketId={lineOf(chat.id)}
            messages={messages}
            at={shown}
            onMove={setShown}
            onClose={() => setShown(null)}
          />
        )}
      </section>
    </ConversationContext>
  );
}
