import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { chats } from "../../../api/features/chats/contract.ts";
import { href } from "../../core/page/href.ts";
import { useList } from "../../core/query.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Endless } from "../../patterns/lists/endless.tsx";
import { ChatRow } from "./chat-row.tsx";
import "./live.ts";

/** One's chats, the one spoken in last on top, and the way to all of them. */
export function RecentChats({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation("chats");
  const list = useList(chats.list, { query: {} }, { keepPrevious: true });
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
        {!list.isLoading && !list.error && list.records.length === 0 && (
          <Empty drawing="chat" title={t("empty")} hint={t("emptyHint")} />
        )}
        <ul>
          {list.records.map((chat) => <ChatRow key={chat.id} chat={chat} selected={false} onChoose={onChoose} />)}
        </ul>
        <Endless hasMore={list.hasMore} loading={list.isFetchingMore} onMore={list.more} />
      </div>
      <Link
        href={href("chats")}
        onClick={onChoose}
        className="shrink-0 border-t border-line px-3 py-2.5 font-500 text-primary-fg hover:bg-hover"
      >
        {t("all")}
      </Link>
    </>
  );
}
