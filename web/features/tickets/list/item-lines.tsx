import { useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { Bot, Users } from "lucide-react";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { LAST_MESSAGE_CUT, NAME_CUT } from "../../../../api/contract/limits.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { draftTextsAtom } from "../../../core/drafts.ts";
import { formatAge, formatListTime } from "../../../core/format.ts";
import { Badge, Count } from "../../../ui/badge.tsx";
import { Chip, Dot } from "../../../ui/chip.tsx";
import { cn } from "../../../ui/cn.ts";
import { cut } from "../cut.ts";
import { plain } from "./plain.ts";
import { ListTick } from "./tick.tsx";
import { waitingAge } from "./waiting.ts";

const tones = {
  fresh: "text-fg-subtle",
  amber: "text-warning font-500",
  red: "text-danger font-600",
  status: { open: "success", pending: "warning", group: "info" } as Record<string, "success" | "warning" | "info">,
};
const ackNames = ["clock", "sent", "delivered", "read", "read", "read"] as const;

function useDraftOf(ticketId: number): string | undefined {
  const mine = useMemo(() => selectAtom(draftTextsAtom, (texts) => texts.get(`ticket-${ticketId}`)), [ticketId]);
  return useAtomValue(mine);
}

/** The name's line: who, and since when. The time ages while the customer waits. */
export const NameLine = memo(function NameLine({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t } = useTranslation("tickets");
  const live = ticket.status !== "closed" && !ticket.isGroup;
  const age = live ? waitingAge(ticket.waitingSince, now) : "fresh";
  const when = ticket.updatedAt;
  return (
    <span className="flex items-baseline gap-2">
      {ticket.isGroup && <Users aria-label={t("group")} className="size-3.5 shrink-0 self-center text-fg-subtle" />}
      {ticket.isBot && <Bot aria-label={t("bot")} className="size-3.5 shrink-0 self-center text-fg-subtle" />}
      <span className="min-w-0 flex-1 truncate font-600 text-fg" title={ticket.contact.name}>
        {cut(ticket.contact.name, NAME_CUT)}
      </span>
      <time dateTime={when} className={cn("shrink-0 text-[12px] leading-4", tones[age])}>
        {age === "fresh" || !ticket.waitingSince ? formatListTime(when, now) : formatAge(ticket.waitingSince, now)}
        {age !== "fresh" && <span className="sr-only">{t("waiting")}</span>}
      </time>
    </span>
  );
});

/** The last message's line, or what is still being written. */
export function MessageLine({ ticket, selected }: { ticket: Ticket; selected: boolean }) {
  const { t } = useTranslation("tickets");
  const draft = useDraftOf(ticket.id);
  const unread = ticket.unreadMessages;
  return (
    <span className="flex items-center gap-1.5 text-meta leading-[18px] text-fg-muted">
      {draft && !selected
        ? (
          <span className="min-w-0 flex-1 truncate">
            <span className="font-500 text-danger">{t("draft")}</span> {cut(draft, LAST_MESSAGE_CUT)}
          </span>
        )
        : (
          <>
            {ticket.lastFromMe && ticket.lastMessage && (
              <ListTick ack={ticket.lastAck} name={t(`ack.${ackNames[ticket.lastAck] ?? "read"}`)} />
            )}
            <span className={cn("min-w-0 flex-1 truncate", unread > 0 && "font-500 text-fg")}>
              {ticket.lastMessage
                ? cut(plain(ticket.lastMessage, ticket.lastFromMe), LAST_MESSAGE_CUT)
                : t("noMessage")}
            </span>
          </>
        )}
      {unread > 0 && (
        <>
          <Count value={unread} loud className="h-[18px]! min-w-[18px]! text-[11px]!" />
          <span className="sr-only">{t("unread", { count: unread })}</span>
        </>
      )}
    </span>
  );
}

/** Queue, tags and, for admins, who has it; the state too in a list that mixes them. */
export function ChipLine({ ticket, owner, mixed }: { ticket: Ticket; owner: boolean; mixed: boolean }) {
  const { t } = useTranslation("tickets");
  const [tag, ...others] = ticket.tags;
  return (
    <span className="flex h-[18px] items-center gap-1.5 overflow-hidden text-[12px] leading-[18px] text-fg-subtle">
      {mixed && (
        <Badge tone={tones.status[ticket.status] ?? "neutral"} className="h-[18px]! text-[11px]!">
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
      {tag && <Chip colour={tag.color} className="h-[18px]! max-w-28! text-[11px]!">{tag.name}</Chip>}
      {others.length > 0 && (
        <span title={others.map((other) => other.name).join(", ")} className="shrink-0">+{others.length}</span>
      )}
      {owner && ticket.user && (
        <span className="ml-auto flex min-w-0 items-center gap-1">
          <Dot colour={ticket.user.color} className="size-2! rounded-[3px]!" />
          <span className="truncate">{ticket.user.name}</span>
        </span>
      )}
    </span>
  );
}
