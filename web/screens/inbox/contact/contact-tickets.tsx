import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { formatListTime } from "../../../core/words/format.ts";
import { href } from "../../../core/page/href.ts";
import { useList } from "../../../core/query.ts";
import { previewOf } from "../../../core/words/preview.ts";
import { plain } from "../../../core/words/plain.ts";
import { Rating } from "../../../patterns/rating.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dot } from "../../../ui/chip.tsx";
import { cn } from "../../../ui/cn.ts";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";

const tones = { open: "success", pending: "warning", group: "info" } as const;

interface Props {
  ticket: Pick<Ticket, "id" | "contactId">;
  /** Alone under a tab that names it already. */
  alone?: boolean;
}

/** The tickets of a contact, the latest first: when, in which queue, how it stands. */
export function ContactTickets({ ticket, alone }: Props) {
  const Heading = alone ? "h2" : "h3";
  const { t } = useTranslation("tickets");
  const query = { contacts: JSON.stringify([ticket.contactId]) };
  const list = useList(tickets.list, { query }, { keep: false });
  return (
    <section aria-label={t("contact.tickets")} className={cn("px-4", alone ? "py-2" : "border-t border-line py-4")}>
      <Heading className={alone ? "sr-only" : "mb-2 text-meta font-500 text-fg-subtle"}>{t("contact.tickets")}</Heading>
      {list.isLoading && (
        <Late>
          <Skeleton className="h-12" />
        </Late>
      )}
      <ul className="-mx-2">
        {list.records.map((other) => (
          <li key={other.id}>
            <Link
              href={href("ticket", { uuid: other.uuid })}
              aria-current={other.id === ticket.id ? "true" : undefined}
              className={cn(
                "block rounded-control px-2 py-1.5 hover:bg-hover",
                other.id === ticket.id && "bg-primary-soft",
              )}
            >
              <span className="flex items-center gap-2">
                <span className="shrink-0 text-meta font-500 tabular-nums">#{other.id}</span>
                <span className="flex min-w-0 flex-1 items-center gap-1.5 text-meta text-fg-muted">
                  {other.queue && <Dot colour={other.queue.color} className="size-2!" />}
                  <span className="truncate">{other.queue?.name ?? t("noQueue")}</span>
                </span>
                {other.userRating !== null && <Rating value={other.userRating} className="text-meta" />}
                <Badge tone={tones[other.status as keyof typeof tones] ?? "neutral"}>
                  {t(`status.${other.status}`, other.status)}
                </Badge>
              </span>
              <span className="mt-0.5 flex items-center gap-2 text-meta text-fg-muted">
                <span className="min-w-0 flex-1 truncate">
                  {plain(previewOf(other.lastMessage), other.lastFromMe) || "—"}
                </span>
                <time dateTime={other.updatedAt} className="shrink-0 text-small tabular-nums">
                  {formatListTime(other.updatedAt)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button size="small" tone="quiet" busy={list.isFetchingMore} onClick={list.more}>{t("contact.more")}</Button>
      )}
    </section>
  );
}
