import { Ban } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { type Message, messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import { formatTime } from "../../../core/format.ts";
import { applyChange } from "../../../core/live-queries.ts";
import { useCompanySetting, useMe } from "../../../core/me.ts";
import { useCall } from "../../../core/query.ts";
import { MessageMenu } from "../menu/message-menu.tsx";
import { useConversation } from "../thread/context.ts";
import { Content } from "./content.tsx";
import { Failure } from "./failure.tsx";
import { BubbleFrame } from "./frame.tsx";
import { BubbleMeta } from "./meta.tsx";
import { Quote } from "./quote.tsx";
import { Reactions } from "./reactions.tsx";
import { RichText } from "./rich-text.tsx";
import { tickOf } from "./tick.ts";

/** The mark of a deleted message; what it said stays legible to the company unless privacy rules hide it (spec 1 §4). */
function Deleted({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const hidden = useCompanySetting("lgpdDeleteMessage") === "enabled";
  return (
    <>
      <span className="flex items-center gap-1.5 text-fg-subtle italic">
        <Ban aria-hidden className="size-3.5 shrink-0" />
        {t(hidden ? "deleted.plain" : message.fromMe ? "deleted.own" : "deleted.contact")}
      </span>
      {!hidden && message.body && (
        <span className="text-fg-subtle line-through decoration-line-strong">
          <RichText text={message.body} />
        </span>
      )}
    </>
  );
}

function Trouble({ message, uncertain }: { message: Message; uncertain: boolean }) {
  const { companyId } = useMe();
  const tell = (answer: Message) => applyChange(messageChanged, { action: "update", message: answer }, companyId);
  const again = useCall(messages.resend, { onSuccess: tell });
  const drop = useCall(messages.remove, { onSuccess: tell });
  const call = { params: { id: message.id } };
  return (
    <Failure
      code={message.error}
      uncertain={uncertain}
      busy={again.isPending || drop.isPending}
      onRetry={() => again.mutate(call)}
      onDiscard={uncertain ? undefined : () => drop.mutate(call)}
    />
  );
}

interface Props {
  message: Message;
  first: boolean;
  lit: boolean;
}

/** One message. */
export const MessageBubble = memo(function MessageBubble({ message, first, lit }: Props) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { contactName } = useConversation();
  const { fromMe, isPrivate, isDeleted } = message;
  const side = isPrivate ? "note" : fromMe ? "out" : "in";
  const tick = isDeleted ? null : tickOf(message);
  const own = message.userId === me.id;
  const who = fromMe ? (own ? t("you") : message.userName ?? t("automatic")) : contactName;
  const named = isPrivate ? own ? t("note.own") : t("note.by", { name: who }) : fromMe && !own ? who : undefined;
  const troubled = tick === "failed" || tick === "uncertain";
  return (
    <BubbleFrame
      side={side}
      first={first}
      id={message.id}
      lit={lit}
      label={`${(isPrivate && named) || who}, ${formatTime(message.createdAt)}`}
      author={first ? named : undefined}
      hanging={message.reactions.length > 0 && <Reactions list={message.reactions} />}
      below={troubled && <Trouble message={message} uncertain={tick === "uncertain"} />}
      menu={isDeleted ? undefined : <MessageMenu message={message} />}
    >
      {message.quotedMsg && !isDeleted && <Quote quoted={message.quotedMsg} />}
      {isDeleted ? <Deleted message={message} /> : <Content message={message} />}
      <BubbleMeta at={message.createdAt} tick={tick} edited={message.isEdited} forwarded={message.isForwarded} />
    </BubbleFrame>
  );
});
