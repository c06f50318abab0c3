import { Ticket as TicketIcon } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { ApiError } from "../../../api/contract/client.ts";
import { tickets } from "../../../api/features/tickets/contract.ts";
import { href } from "../../core/page/href.ts";
import { useRead } from "../../core/query.ts";
import { ChannelBadge } from "../../patterns/channel-badge.tsx";
import { Dot } from "../../ui/chip.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const box =
  "mt-1.5 flex min-h-13 w-72 max-w-full items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 py-1.5";

/** A ticket whose address a colleague pasted: its state, live, for who may see it; to the others it says no more than that. */
export function TicketCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation("chats");
  const { data: ticket, error } = useRead(tickets.show, { params: { uuid } });
  if (!ticket) {
    return (
      <span className={box}>
        <TicketIcon aria-hidden className="size-4 shrink-0 text-fg-subtle" />
        {error instanceof ApiError && error.status === 404
          ? <span className="text-meta text-fg-muted">{t("ticket.hidden")}</span>
          : error
          ? <span className="text-meta text-fg-muted">{t("ticket.unknown")}</span>
          : <Skeleton className="h-4 w-full" />}
      </span>
    );
  }
  const who = [ticket.queue?.name, ticket.user?.name].filter(Boolean).join(" · ");
  return (
    <Link href={href("ticket", { uuid })} className={`${box} hover:bg-hover`}>
      <ChannelBadge channel={ticket.channel} named />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-600 text-fg">{ticket.contact.name}</span>
        <span className="flex items-center gap-1.5 text-small text-fg-muted">
          {ticket.queue && <Dot colour={ticket.queue.color} className="size-2!" />}
          <span className="min-w-0 truncate">
            #{ticket.id} · {t(`status.${ticket.status}`, { ns: "tickets" })}
            {who && ` · ${who}`}
          </span>
        </span>
      </span>
    </Link>
  );
}
