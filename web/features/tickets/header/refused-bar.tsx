import { ClockAlert } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { discard, type OutboxRow, retry, useOutbox } from "../../../core/outbox.ts";
import { Button } from "../../../ui/button.tsx";
import { openDialog } from "../actions/dialogs.ts";
import { DEEDS } from "../pending.ts";

function Refused({ row, ticket }: { row: OutboxRow; ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const edit = () => openDialog({ kind: "transfer", ticket, again: row });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <ClockAlert aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-48 text-meta wrap-anywhere">
        <span className="font-600">{t("pending.notDone", { what: t(`action.${row.kind}`) })}</span>{" "}
        {codeText(row.reason ?? "")}
        {row.found && ` ${t("pending.found", { name: row.found.user || t("taken.nobody") })}`}
      </p>
      <span className="flex shrink-0">
        <Button tone="quiet" size="small" onClick={() => void retry(row.id)}>{t("outbox.resend")}</Button>
        {row.kind === "transfer" && <Button tone="quiet" size="small" onClick={edit}>{t("do.edit")}</Button>}
        <Button tone="dangerQuiet" size="small" onClick={() => void discard(row.id)}>{t("outbox.discard")}</Button>
      </span>
    </li>
  );
}

/** What was done to this ticket and refused: what was wanted, why not, and what now. */
export function RefusedBar({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("tickets");
  const rows = useOutbox(ticket.id).filter((row) => row.state === "refused" && DEEDS.includes(row.kind));
  if (rows.length === 0) return null;
  return (
    <div
      role="alert"
      aria-label={t("pending.refused")}
      className="shrink-0 border-b border-line bg-danger-soft text-fg"
    >
      <ul>{rows.map((row) => <Refused key={row.id} row={row} ticket={ticket} />)}</ul>
    </div>
  );
}
