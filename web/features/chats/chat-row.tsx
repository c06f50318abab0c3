import { BellOff } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import type { Chat } from "../../../api/features/chats/contract.ts";
import { href } from "../../core/page/href.ts";
import { useMe } from "../../core/who/me.ts";
import { formatListTime } from "../../core/words/format.ts";
import { plain } from "../../core/words/plain.ts";
import { saidLine } from "../../core/words/preview.ts";
import { Count } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { nameOf, unreadOf } from "./chat.ts";
import { ChatFace } from "./face.tsx";

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

interface Props {
  chat: Chat;
  selected: boolean;
  onChoose?: () => void;
}
/** A chat in a list: with whom, what was said last and what is unread. */
export function ChatRow({ chat, selected, onChoose }: Props) {
  const { t } = useTranslation("chats");
  const me = useMe();
  const said = useSaidLast()(chat);
  const unread = unreadOf(chat);
  const name = nameOf(chat, me.id) || t("left");
  return (
    <li>
      <Link
        href={href("chat", { uuid: chat.uuid })}
        onClick={onChoose}
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
