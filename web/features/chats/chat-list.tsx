import { BellOff, MessageCirclePlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type Chat, chats } from "../../../api/features/chats/contract.ts";
import { href } from "../../core/page/href.ts";
import { useList } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { formatListTime } from "../../core/words/format.ts";
import { plain } from "../../core/words/plain.ts";
import { saidLine } from "../../core/words/preview.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Endless } from "../../patterns/lists/endless.tsx";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Count } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { nameOf, unreadOf } from "./chat.ts";
import { ChatFace } from "./face.tsx";
import "./live.ts";

/** What was said last, and by whom where that is not plain. */
function useSaidLast(): (chat: Chat) => string {
  const { t } = useTranslation("chats");
  const me = useMe();
  return (chat) => {
    if (chat.lastKind === "") return t("nothing");
    if (chat.lastKind === "deleted") return t("takenBack");
    const line = plain(saidLine({ kind: chat.lastKind, body: chat.lastMessage }), false);
    if (chat.lastSenderId === me.id) return `${t("you")}: ${line}`;
    const author = chat.isGroup && chat.users.find(({ userId }) => userId === chat.lastSenderId)?.user.name;
    return author ? `${author}: ${line}` : line;
  };
}

function Row({ chat, selected }: { chat: Chat; selected: boolean }) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const said = useSaidLast()(chat);
  const unread = unreadOf(chat);
  const name = nameOf(chat, me.id) || t("left");
  return (
    <li>
      <Link
        href={href("chat", { uuid: chat.uuid })}
        aria-current={selected ? "page" : undefined}
        className={cn(
          "flex min-h-16 items-center gap-3 px-4 py-2 outline-offset-[-2px]",
          selected ? "bg-primary-soft" : "hover:bg-hover",
        )}
      >
        <ChatFace chat={chat} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate font-600">{name}</span>
            <time
              dateTime={chat.updatedAt}
              className={cn(
                "shrink-0 text-small tabular-nums",
                unread > 0 ? "font-600 text-primary-fg" : "text-fg-subtle",
              )}
            >
              {formatListTime(chat.updatedAt)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span
              dir="auto"
              className={cn("min-w-0 flex-1 truncate text-meta", unread > 0 ? "text-fg" : "text-fg-muted")}
            >
              {said}
            </span>
            {chat.muted && <BellOff aria-label={t("muted")} className="size-3.5 shrink-0 text-fg-subtle" />}
            {unread > 0 && (
              <>
                <span aria-hidden>
                  <Count value={unread} max={99} loud={!chat.muted} />
                </span>
                <span className="sr-only">{t("unread", { count: unread })}</span>
              </>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** One's chats, the one spoken in last on top, with their search. */
export function ChatList({ selected, onNew }: { selected: string | undefined; onNew: () => void }) {
  const { t } = useTranslation("chats");
  const searching = useSearch();
  const { search, typed, setTyped } = searching;
  const query = search ? { searchParam: search } : {};
  const list = useList(chats.list, { query }, { keepPrevious: true, keep: search === "" });
  const start = (
    <Button tone="primary" onClick={onNew}>
      <MessageCirclePlus aria-hidden /> {t("new")}
    </Button>
  );
  return (
    <section aria-label={t("title")} className="flex h-full flex-col bg-surface">
      <header className="flex h-13 shrink-0 items-center gap-2 px-4">
        <h1 className="min-w-0 flex-1 truncate text-title font-600">{t("title")}</h1>
        <IconButton icon={MessageCirclePlus} label={t("new")} onClick={onNew} />
      </header>
      <SearchField value={typed} onChange={setTyped} label={t("search")} className="mx-4 mb-2" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.isLoading && list.records.length === 0 && (
          <Late>
            <div role="status" aria-label={t("state.loading")} className="space-y-4 p-4">
              {[1, 2, 3, 4].map((row) => (
                <div key={row} className="flex items-center gap-3">
                  <Skeleton className="size-10 rounded-full!" />
                  <Skeleton className="h-4 w-2/3" />
                </div>
              ))}
            </div>
          </Late>
        )}
        {list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
        {!list.isLoading && !list.error && list.records.length === 0 && (search
          ? <Empty drawing="search" title={t("list.noMatch", { search })} hint={t("list.noMatchHint")} />
          : <Empty drawing="chat" title={t("empty")} hint={t("emptyHint")} action={start} />)}
        <ul>{list.records.map((chat) => <Row key={chat.id} chat={chat} selected={chat.uuid === selected} />)}</ul>
        <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
      </div>
    </section>
  );
}
