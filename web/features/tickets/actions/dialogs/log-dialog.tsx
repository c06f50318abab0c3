import { useEffect } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { tickets } from "../../../../../api/features/tickets/contract.ts";
import { formatMoment } from "../../../../core/words/format.ts";
import { useRead } from "../../../../core/query.ts";
import { Failed } from "../../../../patterns/lists/empty.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { Late, Skeleton } from "../../../../ui/skeleton.tsx";

const known = [
  "create",
  "chatBot",
  "queue",
  "open",
  "access",
  "transfered",
  "receivedTransfer",
  "pending",
  "closed",
  "reopen",
  "redirect",
  "nps",
  "lgpd",
  "autoClose",
  "tagRequired",
  "lane",
  "clientClosed",
  "joined",
  "parted",
  "takenBack",
  "autoReturnQueue",
  "toPeople",
];

interface Props {
  ticket: { id: number; contact: { name: string } };
  onClose: () => void;
}
/** What happened to a ticket, oldest first (docs/product/tickets.md#log). */
export function LogDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const { data, error, isPending, refetch } = useRead(tickets.log, { params: { ticketId: ticket.id } });
  // The conversation below has asked before: what happened since then is not in it.
  useEffect(() => void refetch(), []);
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("log.title", { id: ticket.id })}
      description={ticket.contact.name}
      closeLabel={t("do.close")}
    >
      {isPending && (
        <Late>
          <div role="status" aria-label={t("state.loading")} className="space-y-4">
            {[0, 1, 2, 3].map((row) => <Skeleton key={row} className="h-9" />)}
          </div>
        </Late>
      )}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-fg-muted">{t("log.empty")}</p>}
      <ol className="relative ml-1.5 border-l border-line">
        {data?.map((entry) => (
          <li key={entry.id} className="relative pb-4 pl-4">
            <span aria-hidden className="absolute top-1.5 -left-[5px] size-2.5 rounded-full bg-line-strong" />
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-500">{known.includes(entry.type) ? t(`log.${entry.type}`) : entry.type}</span>
              {entry.queue && <Chip colour={entry.queue.color}>{entry.queue.name}</Chip>}
            </p>
            <p className="text-meta text-fg-subtle">
              <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
              {entry.user && ` · ${entry.user.name}`}
              {entry.type === "toPeople" && entry.detail && ` · ${t(`toPeople.${entry.detail}`)}`}
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
