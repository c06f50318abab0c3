import { useAtomValue } from "jotai";
import { Clock, ClockAlert } from "lucide-react";
import type { TFunction } from "i18next";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { formatListTime } from "../../core/words/format.ts";
import { href } from "../../core/page/href.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { discard, outboxAtom, type OutboxRow, retry, retryAll } from "../../core/outbox.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { toast } from "../../ui/toast.tsx";
import { confirm } from "../confirm.tsx";

/** The signature above a message is no part of the typed text. */
const SIGNATURE = /^\*[^*\n]{1,60}\*:\n/;

/** The text of a row: its own, or that of the message it changes. */
function wordsOf(row: OutboxRow): string {
  const { body, msgTransfer, message } = row.call.body ?? {};
  const said = typeof message === "string"
    ? message
    : typeof body === "string"
    ? body.replace(SIGNATURE, "")
    : typeof msgTransfer === "string"
    ? msgTransfer
    : "";
  return said || row.blobs.map((file) => file.name).join(", ") || row.about.text || "";
}

/** Who has what this person wanted, or where they put it. */
function foundWords(t: TFunction, found: OutboxRow["found"]): string {
  if (!found?.user) return "";
  const { user: name, lane } = found;
  if (lane === undefined) return t("outbox.found", { name });
  return lane ? t("outbox.fasterTo", { name, lane }) : t("outbox.fasterOut", { name });
}

function Entry({ row, onOpen }: { row: OutboxRow; onOpen: (path: string) => void }) {
  const { t } = useTranslation();
  const refused = row.state === "refused";
  const words = wordsOf(row);
  const { uuid } = row.about;
  const path = uuid && (row.kind === "chat" ? href("chat", { uuid }) : href("ticket", { uuid }));
  const Icon = refused ? ClockAlert : Clock;
  const note = row.call.body?.isPrivate === true;
  const what = t(`outbox.kind.${note ? "note" : row.kind}`, { defaultValue: row.kind });
  const copy = async () => {
    await navigator.clipboard.writeText(words);
    toast.success(t("do.copied"));
  };
  const drop = async () => {
    const sure = await confirm({
      title: t("outbox.dropTitle"),
      text: row.maybeSent ? t("outbox.dropMaybe") : words || what,
      action: t("outbox.discard"),
      danger: true,
    });
    if (sure) await discard(row.id);
  };
  return (
    <li className="flex gap-2.5 py-2">
      <Icon
        aria-hidden
        className={refused ? "mt-0.5 size-4 shrink-0 text-danger" : "mt-0.5 size-4 shrink-0 text-fg-subtle"}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-meta text-fg-muted">
          <span className="min-w-0 flex-1 font-600 text-fg wrap-anywhere">{what}</span>
          <time dateTime={new Date(row.createdAt).toISOString()} className="shrink-0 tabular-nums">
            {formatListTime(new Date(row.createdAt).toISOString(), Date.now())}
          </time>
        </p>
        {words && <p className="line-clamp-3 text-body wrap-anywhere">{words}</p>}
        <p className={refused ? "text-meta text-danger" : "text-meta text-fg-subtle"}>
          {refused
            ? [codeText(row.reason ?? ""), foundWords(t, row.found)].filter(Boolean).join(" ")
            : t(row.state === "sending" ? "outbox.sending" : "outbox.waits")}
        </p>
        <div className="-ml-2 flex flex-wrap">
          {path && <Button tone="quiet" size="small" onClick={() => onOpen(path)}>{t("do.open")}</Button>}
          {row.state !== "sending" && (
            <Button tone="quiet" size="small" onClick={() => void retry(row.id)}>{t("outbox.resend")}</Button>
          )}
          {words && <Button tone="quiet" size="small" onClick={() => void copy()}>{t("do.copy")}</Button>}
          <Button tone="dangerQuiet" size="small" onClick={() => void drop()}>{t("outbox.discard")}</Button>
        </div>
      </div>
    </li>
  );
}

/** All unsent actions of this device, by conversation: also of tickets that the person can no longer see. */
export function OutboxSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const rows = useAtomValue(outboxAtom).filter((row) => row.kind !== "read");
  const tickets = [...Map.groupBy(rows, (row) => row.ticketId)];
  const open = (path: string) => {
    onClose();
    navigate(path);
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("outbox.title")}
      description={t("outbox.hint")}
      closeLabel={t("do.close")}
      footer={rows.length > 1 && <Button tone="primary" onClick={() => void retryAll()}>{t("outbox.retryAll")}</Button>}
    >
      {rows.length === 0 && <p className="text-fg-muted">{t("outbox.empty")}</p>}
      {tickets.map(([ticketId, entries]) => (
        <section key={ticketId} aria-labelledby={`outbox-${ticketId}`} className="mb-4">
          <h3 id={`outbox-${ticketId}`} className="flex gap-1.5 border-b border-line pb-1 font-600">
            <span className="truncate">
              {entries.find((row) =>
                row.about.name
              )?.about.name ?? t("outbox.ticket")}
            </span>
            {ticketId > 0 && <span className="shrink-0 font-400 text-fg-subtle tabular-nums">#{ticketId}</span>}
          </h3>
          <ul className="divide-y divide-line">
            {entries.map((row) => <Entry key={row.id} row={row} onOpen={open} />)}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}
