import { MessageCirclePlus } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { chats } from "../../../api/features/chats/contract.ts";
import { useList } from "../../core/query.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Endless } from "../../patterns/lists/endless.tsx";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { ChatRow } from "./chat-row.tsx";
import "./live.ts";

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
        <ul>{list.records.map((chat) => <ChatRow key={chat.id} chat={chat} selected={chat.uuid === selected} />)}</ul>
        <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
      </div>
    </section>
  );
}
