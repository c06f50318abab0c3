import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation, useParams } from "wouter";
import { type Chat, chats } from "../../../api/features/chats/contract.ts";
import { ApiError } from "../../../api/contract/client.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { ChatList } from "../../features/chats/chat-list.tsx";
import { ChatSheet } from "../../features/chats/chat-sheet.tsx";
import { ThreadSkeleton } from "../../features/messages/thread/thread-skeleton.tsx";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { windowMatches } from "../../ui/window-matches.ts";
import { cn } from "../../ui/cn.ts";
import { toast } from "../../ui/toast.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatSearch } from "./chat-search.tsx";
import { ChatThread } from "./chat-thread.tsx";
import { useReadMark } from "./use-read-mark.ts";

/** True where list and chat do not fit beside each other: one thing at a time. */
const useNarrow = windowMatches("(max-width: 899px)");

function ChatPane({ uuid, alone }: { uuid: string; alone: boolean }) {
  const { t } = useTranslation("chats");
  const [, navigate] = useLocation();
  const { data: chat, error, refetch } = useRead(chats.show, { params: { uuid } });
  const [edited, setEdited] = useState(false);
  const [searching, setSearching] = useState(false);
  const [wanted, setWanted] = useState<number | null>(null);
  useReadMark(error ? undefined : chat);
  const away = () => navigate(href("chats"), { replace: true });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="grid h-full place-items-center bg-bg">
        <Empty drawing="chat" title={t("gone")} />
      </div>
    );
  }
  if (!chat) {
    return (
      <div className="flex h-full flex-col bg-bg">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <ThreadSkeleton />}
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <ChatHeader
        chat={chat}
        alone={alone}
        onSearch={() => setSearching(!searching)}
        onEdit={() => setEdited(true)}
        onGone={away}
      />
      {searching && (
        <ChatSearch
          chatId={chat.id}
          onClose={() => setSearching(false)}
          onJump={(id) => {
            setWanted(null);
            setTimeout(() => setWanted(id));
          }}
        />
      )}
      <ChatThread key={`thread-${chat.id}`} chat={chat} wanted={wanted} />
      <ChatComposer key={`box-${chat.id}`} chat={chat} />
      {edited && (
        <ChatSheet
          chat={chat}
          onClose={() => setEdited(false)}
          onDone={() => {
            setEdited(false);
            toast.success(t("edited"));
          }}
        />
      )}
    </div>
  );
}

/** `/chats`: chats and what is said in one, beside each other on a desk, one at a time on a phone. */
export function ChatsScreen() {
  const { t } = useTranslation("chats");
  const { uuid } = useParams<{ uuid?: string }>();
  const [, navigate] = useLocation();
  const [begun, setBegun] = useState(false);
  const narrow = useNarrow();
  const open = (chat: Chat) => {
    setBegun(false);
    navigate(href("chat", { uuid: chat.uuid }));
  };
  return (
    <div className="flex h-full min-h-0">
      <div
        className={cn("border-r border-line", narrow ? uuid ? "hidden" : "min-w-0 flex-1 border-r-0" : "w-88 shrink-0")}
      >
        <ChatList selected={uuid} onNew={() => setBegun(true)} />
      </div>
      {(uuid || !narrow) && (
        <div className="min-w-0 flex-1">
          {uuid
            ? <ChatPane key={uuid} uuid={uuid} alone={narrow} />
            : (
              <div className="grid h-full place-items-center bg-bg">
                <Empty drawing="chat" title={t("choose")} hint={t("chooseHint")} />
              </div>
            )}
        </div>
      )}
      {begun && <ChatSheet onClose={() => setBegun(false)} onDone={open} />}
    </div>
  );
}
