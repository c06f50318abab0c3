import { serverNow } from "../../../core/clock.ts";
import { Ban } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { formatTime } from "../../../core/words/format.ts";
import { useCompanySetting, useMe } from "../../../core/who/me.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { useCall } from "../../../core/query.ts";
import { discard, type OutboxRow, retry } from "../../../core/outbox.ts";
import { unsigned } from "../composer/length.ts";
import { changeComposer } from "../composer/state.ts";
import { pick, usePicked } from "../forward/state.ts";
import { allowed } from "../menu/allowed.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { MessageMenu } from "../menu/message-menu.tsx";
import { react, THUMB } from "../menu/react.ts";
import { useConversation } from "../conversation.ts";
import { participantName } from "../parts/author.tsx";
import { Content } from "./content.tsx";
import { refusedOf } from "../../../core/words/message-data.ts";
import { Failure } from "./frame/failure.tsx";
import { BubbleFrame } from "./frame/frame.tsx";
import { BubbleMeta } from "../parts/meta.tsx";
import { Quote } from "../parts/quote.tsx";
import { Reactions } from "./frame/reactions.tsx";
import { RichText } from "./text/rich-text.tsx";
import { tickOf } from "../parts/tick.ts";

/** The mark of a deleted message; what it said stays legible to the company unless privacy rules hide it. */
function Deleted({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const lgpd = useCompanySetting("enableLGPD") === "enabled";
  const hidden = useCompanySetting("lgpdDeleteMessage") === "enabled" && lgpd;
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
  const again = useCall(messages.resend);
  const drop = useCall(messages.remove);
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

/** A change of this message that the server refused: what was wanted, why not, and what now. */
function RefusedChange({ row, message }: { row: OutboxRow; message: Message }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { ticketId } = useConversation();
  const body = typeof row.call.body?.body === "string" ? row.call.body.body : "";
  const edit = () => changeComposer(ticketId, { editing: { ...message, body }, replaces: row.id, quote: null });
  return (
    <Failure
      code={row.reason}
      what={row.kind === "edit" ? t("wanted.edit", { text: unsigned(body, me.name) }) : t(`wanted.${row.kind}`)}
      onRetry={() => void retry(row.id)}
      onEdit={row.kind === "edit" ? edit : undefined}
      onDiscard={() => void discard(row.id)}
    />
  );
}

/** What was done to this message here, and the customer does not see. */
function NotThere({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const refused = refusedOf(message.data);
  return refused && (
    <p className="mt-1 max-w-100 text-right text-meta text-danger">
      {t(`refused.${refused.deed}`)} {codeText(refused.code)}
    </p>
  );
}

interface Props {
  message: Message;
  /** What was done to it that the server has not confirmed. */
  change?: OutboxRow;
  first: boolean;
  lit: boolean;
}

/** One message. */
export const MessageBubble = memo(function MessageBubble({ message, first, lit, change }: Props) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { ticketId, status, channel, contactName } = useConversation();
  const may = allowed(message, status, channel, me.id, serverNow());
  const picked = usePicked(ticketId, message.id);
  const { fromMe, isPrivate, isDeleted } = message;
  const side = isPrivate ? "note" : fromMe ? "out" : "in";
  const refused = change?.state === "refused";
  const tick = change ? refused ? "failed" : "clock" : isDeleted ? null : tickOf(message);
  const own = message.userId === me.id;
  const member = message.participant && !fromMe ? participantName(message) || t("participant") : null;
  const auto = message.data?.auto !== undefined;
  const sender = message.userName ?? t(auto || message.key !== null ? "automatic" : "info.phone");
  const who = fromMe ? (own ? t("you") : sender) : member ?? contactName;
  const named = isPrivate
    ? own ? t("note.own") : t("note.by", { name: who })
    : member ?? (fromMe && !own ? who : undefined);
  const troubled = !change && (tick === "failed" || tick === "uncertain");
  return (
    <BubbleFrame
      side={side}
      first={first}
      id={message.id}
      lit={lit}
      label={`${(isPrivate && named) || who}, ${formatTime(message.createdAt)}`}
      author={first ? named : undefined}
      hanging={message.reactions.length > 0 && <Reactions list={message.reactions} />}
      below={refused
        ? <RefusedChange row={change} message={message} />
        : troubled
        ? <Trouble message={message} uncertain={tick === "uncertain"} />
        : <NotThere message={message} />}
      onReply={may.reply ? () => changeComposer(ticketId, { quote: message, editing: null, note: false }) : undefined}
      onDoubleTap={may.react ? () => void react(ticketId, message, THUMB) : undefined}
      cover={picked !== null && may.forward && (
        <Checkbox
          checked={picked}
          onChange={() => pick(message)}
          label={<span className="sr-only">{t("forward.pick", { text: message.body || who })}</span>}
          className="absolute inset-0 z-10 items-center! px-4 hover:bg-hover/40 has-checked:bg-primary/10"
        />
      )}
      menu={isDeleted ? undefined : <MessageMenu message={message} />}
    >
      {message.quotedMsg && !isDeleted && <Quote quoted={message.quotedMsg} />}
      {isDeleted ? <Deleted message={message} /> : <Content message={message} />}
      <BubbleMeta
        at={message.createdAt}
        receivedAt={message.receivedAt}
        tick={tick}
        edited={message.isEdited}
        forwarded={message.isForwarded}
      />
    </BubbleFrame>
  );
});
