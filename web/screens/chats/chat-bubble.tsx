import i18next from "i18next";
import { Ban, Copy, Download, Pencil, Reply, Trash2 } from "lucide-react";
import { memo, useMemo } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { EDIT_WINDOW_MS } from "../../../api/contract/limits.ts";
import { type ChatMessage, chats } from "../../../api/features/chats/contract.ts";
import type { Message } from "../../../api/features/messages/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { useCall } from "../../core/query.ts";
import { useMe } from "../../core/who/me.ts";
import { formatTime } from "../../core/words/format.ts";
import { Content } from "../../features/messages/bubbles/content.tsx";
import { BubbleFrame } from "../../features/messages/bubbles/frame/frame.tsx";
import { Reactions } from "../../features/messages/bubbles/frame/reactions.tsx";
import { downloadMedia } from "../../features/messages/download.ts";
import { ReactionChoice } from "../../features/messages/menu/reaction-choice.tsx";
import { BubbleMeta } from "../../features/messages/parts/meta.tsx";
import { Quote } from "../../features/messages/parts/quote.tsx";
import { confirm } from "../../patterns/confirm.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import { toast } from "../../ui/toast.tsx";
import { changeBox } from "./state.ts";
import { TicketCard } from "./ticket-card.tsx";
import { ticketsIn } from "./ticket-links.ts";

interface Props {
  said: ChatMessage;
  /** The same as the conversation's parts draw it. */
  message: Message;
  first: boolean;
  lit: boolean;
  /** True in a group: others' names stand above their words. */
  named: boolean;
}

async function copy(text: string) {
  await navigator.clipboard.writeText(text);
  toast.success(i18next.t("do.copied"));
}

function Menu({ said, message, onReact }: Pick<Props, "said" | "message"> & { onReact: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  const remove = useCall(chats.removeMessage);
  const young = serverNow() - Date.parse(said.createdAt) < EDIT_WINDOW_MS;
  const drop = async () => {
    const sure = await confirm({
      title: t("confirmMessage.title", { ns: "chats" }),
      text: t("confirmMessage.text", { ns: "chats" }),
      action: t("do.delete"),
      danger: true,
    });
    if (sure) remove.mutate({ params: { id: said.id } });
  };
  return (
    <>
      <ReactionChoice mine={message.reactions.find(({ fromMe }) => fromMe)?.emoji} onPick={onReact} />
      <MenuItem onSelect={() => changeBox(said.chatId, { quote: said, editing: null })}>
        <Reply aria-hidden /> {t("menu.reply")}
      </MenuItem>
      {message.fromMe && young && said.message && (
        <MenuItem onSelect={() => changeBox(said.chatId, { editing: said, quote: null })}>
          <Pencil aria-hidden /> {t("menu.edit")}
        </MenuItem>
      )}
      {said.message && (
        <MenuItem onSelect={() => void copy(said.message)}>
          <Copy aria-hidden /> {t("menu.copy")}
        </MenuItem>
      )}
      {said.mediaUrl && (
        <MenuItem onSelect={() => void downloadMedia(message)}>
          <Download aria-hidden /> {t("menu.download")}
        </MenuItem>
      )}
      {message.fromMe && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={() => void drop()}>
            <Trash2 aria-hidden /> {t("do.delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** What a colleague said, or oneself. */
export const ChatBubble = memo(function ChatBubble({ said, message, first, lit, named }: Props) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const linked = useMemo(() => ticketsIn(said.message, location.origin), [said.message]);
  const react = useCall(chats.react);
  const side = message.fromMe ? "out" : "in";
  const toggle = (emoji: string) => {
    const mine = said.reactions.find(({ userId }) => userId === me.id)?.emoji;
    react.mutate({ params: { id: said.id }, body: { emoji: emoji === mine ? null : emoji } });
  };
  const author = message.fromMe ? t("you") : message.userName ?? "";
  return (
    <BubbleFrame
      side={side}
      id={said.id}
      first={first}
      lit={lit}
      faded={said.isDeleted}
      label={`${author}, ${formatTime(said.createdAt)}`}
      author={named && first && !message.fromMe ? author : undefined}
      menu={said.isDeleted ? undefined : <Menu said={said} message={message} onReact={toggle} />}
      onReply={said.isDeleted ? undefined : () => changeBox(said.chatId, { quote: said, editing: null })}
      hanging={message.reactions.length > 0 && <Reactions list={message.reactions} />}
    >
      {said.isDeleted
        ? (
          <span className="flex items-center gap-1.5 text-fg-muted italic">
            <Ban aria-hidden className="size-4" /> {t("deleted.plain")}
          </span>
        )
        : (
          <>
            {message.quotedMsg && <Quote quoted={message.quotedMsg} />}
            <Content message={message} />
            {linked.map((uuid) => <TicketCard key={uuid} uuid={uuid} />)}
          </>
        )}
      <BubbleMeta at={said.createdAt} tick={null} edited={said.isEdited && !said.isDeleted} />
    </BubbleFrame>
  );
});
