import { useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { Bot, Lock, Users } from "lucide-react";
import { memo, useMemo } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { LAST_MESSAGE_CUT, NAME_CUT } from "../../../../../api/contract/limits.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { draftName, draftsAtom } from "../../../../core/drafts.ts";
import { formatAge, formatListTime } from "../../../../core/words/format.ts";
import { Rating } from "../../../../patterns/rating.tsx";
import { Badge, Count } from "../../../../ui/badge.tsx";
import { Chip, Dot } from "../../../../ui/chip.tsx";
import { cn } from "../../../../ui/cn.ts";
import { Tooltip } from "../../../../ui/tooltip.tsx";
import { previewOf, saidLine } from "../../../../core/words/preview.ts";
import { cut } from "../../cut.ts";
import { PendingMark } from "../../pending-mark.tsx";
import { Found, LineText } from "./line-text.tsx";
import { cutPieces, pieces } from "../../../../core/words/plain.ts";
import { ListTick } from "./tick.tsx";
import { useIsTyping } from "./typing.ts";
import { waitingAge } from "./waiting.ts";

const tones = {
  fresh: "text-fg-subtle",
  amber: "text-warning font-500",
  red: "text-danger font-600",
  status: { open: "success", pending: "warning", lgpd: "warning", group: "info", nps: "note" } as Record<
    string,
    "success" | "warning" | "info" | "note"
  >,
};
const ackNames = ["clock", "sent", "delivered", "read", "read", "read"] as const;

/** What one was writing to the customer; else the note one was writing. */
function useDraftOf(ticketId: number): { text: string; note: boolean } | null {
  const texts = useMemo(() => {
    const of = (note: boolean) =>
      selectAtom(draftsAtom, (drafts) => drafts.get(draftName(ticketId, note))?.text.trim() ?? "");
    return { reply: of(false), note: of(true) };
  }, [ticketId]);
  const reply = useAtomValue(texts.reply);
  const note = useAtomValue(texts.note);
  return reply ? { text: reply, note: false } : note ? { text: note, note: true } : null;
}

/** The name's line: who, and since when. The time ages while the customer waits. */
export const NameLine = memo(function NameLine({ ticket, now, needle }: {
  ticket: Ticket;
  now: number;
  /** What is looked for, to be marked. */
  needle: string;
}) {
  const { t } = useTranslation("tickets");
  const live = ticket.status !== "closed" && !ticket.isGroup;
  const age = live ? waitingAge(ticket.waitingSince, now) : "fresh";
  const when = ticket.updatedAt;
  return (
    <span className="flex items-baseline gap-2">
      {ticket.isGroup && <Users aria-label={t("group")} className="size-3.5 shrink-0 self-center text-fg-subtle" />}
      {ticket.isBot && <Bot aria-label={t("bot")} className="size-3.5 shrink-0 self-center text-fg-subtle" />}
      <span dir="auto" className="min-w-0 flex-1 truncate font-600 text-fg" title={ticket.contact.name}>
        <Found text={cut(ticket.contact.name, NAME_CUT)} needle={needle} />
      </span>
      <PendingMark ticketId={ticket.id} />
      <time dateTime={when} className={cn("shrink-0 text-small", tones[age])}>
        {age === "fresh" || !ticket.waitingSince ? formatListTime(when, now) : formatAge(ticket.waitingSince, now)}
        {age !== "fresh" && <span className="sr-only">{t("waiting")}</span>}
      </time>
    </span>
  );
});

interface MessageLineProps {
  ticket: Ticket;
  selected: boolean;
  /** What a search found in the conversation. */
  hit?: string;
  needle: string;
}

/** What a customer who waits said last: the bot's answer to it tells nobody what they want. Null where the last words say it. */
const wantedBy = ({ lastFromMe, lastInbound }: Ticket): string | null =>
  lastFromMe && lastInbound ? saidLine(lastInbound) || null : null;

/** The words of the last message, whoever of a group said them. */
function LastMessage({ ticket, needle }: { ticket: Ticket; needle: string }) {
  const { t } = useTranslation("tickets");
  const { lastMessage, lastFromMe, lastSender } = ticket;
  const wanted = wantedBy(ticket);
  const words = useMemo(() => {
    const all = wanted === null ? pieces(previewOf(lastMessage), lastFromMe) : pieces(wanted, false);
    return cutPieces(lastSender ? [{ text: `${lastSender}: `, marks: "" }, ...all] : all, LAST_MESSAGE_CUT);
  }, [lastMessage, lastFromMe, lastSender, wanted]);
  if (wanted || lastMessage) return <LineText pieces={words} needle={needle} />;
  return t(ticket.lastDeleted ? "deletedMessage" : "noMessage");
}

/** The last message's line, what a search found, or what is still being written. */
export function MessageLine({ ticket, selected, hit, needle }: MessageLineProps) {
  const { t } = useTranslation("tickets");
  const draft = useDraftOf(ticket.id);
  const typing = useIsTyping(ticket.id);
  const unread = ticket.unreadMessages;
  return (
    <span className="flex items-center gap-1.5 text-meta leading-[18px] text-fg-muted">
      {hit
        ? (
          <span dir="auto" className="min-w-0 flex-1 truncate text-fg">
            <Found text={hit} needle={needle} />
          </span>
        )
        : typing
        ? <span className="min-w-0 flex-1 truncate font-500 text-success">{t("typing")}</span>
        : draft && !selected
        ? (
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {draft.note && <Lock aria-label={t("draftNote")} className="mr-1 inline size-3.5 align-[-2px] text-note" />}
            <span className="font-500 text-danger">{t("draft")}</span> {cut(draft.text, LAST_MESSAGE_CUT)}
          </span>
        )
        : (
          <>
            {ticket.lastFromMe && ticket.lastMessage && wantedBy(ticket) === null && (
              <ListTick ack={ticket.lastAck} name={t(`ack.${ackNames[ticket.lastAck] ?? "read"}`)} />
            )}
            <span dir="auto" className={cn("min-w-0 flex-1 truncate", unread > 0 && "font-500 text-fg")}>
              <LastMessage ticket={ticket} needle={needle} />
            </span>
          </>
        )}
      {unread > 0 && (
        <>
          <Count
            value={unread}
            loud
            className="h-[calc(18px*var(--scale))]! min-w-[calc(18px*var(--scale))]! text-small!"
          />
          <span className="sr-only">{t("unread", { count: unread })}</span>
        </>
      )}
    </span>
  );
}

/** Queue, tags and who else has it; the state too in a list that mixes them, and where the tab does not say it. */
export function ChipLine({ ticket, mixed, me }: {
  ticket: Ticket;
  mixed: boolean;
  /** Whose list it is: their own name says nothing there. */
  me: number | undefined;
}) {
  const { t } = useTranslation("tickets");
  const [tag, ...others] = ticket.tags;
  const rest = others.map((other) => other.name).join(", ");
  const waits = ticket.status === "pending" || ticket.status === "lgpd";
  const stateful = mixed || ticket.status === "lgpd" || ticket.status === "nps";
  return (
    <span
      data-extra
      className="flex h-[calc(18px*var(--scale))] items-center gap-1.5 overflow-hidden text-small text-fg-subtle"
    >
      {stateful && (
        <Badge tone={tones.status[ticket.status] ?? "neutral"} className="h-[calc(18px*var(--scale))]! text-small!">
          {t(`status.${ticket.status}`, ticket.status)}
        </Badge>
      )}
      {ticket.queue
        ? (
          <span className="flex min-w-0 items-center gap-1.5">
            <Dot colour={ticket.queue.color} className="size-2!" />
            <span className="max-w-40 truncate">{ticket.queue.name}</span>
          </span>
        )
        : <span className="truncate">{t("noQueue")}</span>}
      {ticket.userRating !== null && <Rating value={ticket.userRating} />}
      {tag && <Chip colour={tag.color} className="h-[calc(18px*var(--scale))]! max-w-28! text-small!">{tag.name}</Chip>}
      {others.length > 0 && (
        <Tooltip text={rest}>
          <span className="relative shrink-0 group-has-[a:focus-visible]/row:hidden">
            <span aria-hidden>+{others.length}</span>
            <span className="sr-only">{rest}</span>
          </span>
        </Tooltip>
      )}
      {others.length > 0 && (
        <span aria-hidden className="hidden truncate group-has-[a:focus-visible]/row:inline">{rest}</span>
      )}
      {ticket.user && ticket.user.id === me && mixed && <span className="shrink-0">{t("mine")}</span>}
      {ticket.user && ticket.user.id !== me && (
        <span className="flex min-w-0 items-center gap-1">
          <Dot colour={ticket.user.color} className="size-2! rounded-[3px]!" />
          <span className="truncate">
            {waits ? t("reserved", { name: ticket.user.name }) : ticket.user.name}
          </span>
        </span>
      )}
    </span>
  );
}
