import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Connection, connections } from "../../../../api/features/connections/contract.ts";
import { formatDate, formatNumber } from "../../../core/words/format.ts";
import { useCall } from "../../../core/query.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";

/** How far an import of old messages is, and what can be done about it. Nothing where there is none. */
export function ImportState({ connection }: { connection: Connection }) {
  const { t } = useTranslation("connections");
  const options = { refresh: [connections.list] };
  const stop = useCall(connections.stopImport, options);
  const close = useCall(connections.closeImported, options);
  const params = { id: connection.id };
  const askStop = async () => {
    const title = t("import.stopTitle", { name: connection.name });
    if (await confirm({ title, text: t("import.stopText"), action: t("import.stop"), danger: true })) {
      stop.mutate({ params });
    }
  };
  const askClose = async () => {
    const title = t("import.closeTitle", { name: connection.name });
    if (!await confirm({ title, text: t("import.closeText"), action: t("import.close") })) return;
    close.mutate({ params }, { onSuccess: () => toast.info(t("import.closing")) });
  };
  const { importProgress: progress, statusImportMessages: status } = connection;
  if (!progress) {
    return status === "renderButtonCloseTickets"
      ? <Button size="small" busy={close.isPending} onClick={() => void askClose()}>{t("import.close")}</Button>
      : null;
  }
  const collecting = progress.this < 0;
  const share = collecting ? 0 : Math.min(progress.this / Math.max(progress.all, 1), 1);
  const label = collecting ? t("import.preparing") : t("import.running");
  return (
    <div className="w-full max-w-80 min-w-52 whitespace-nowrap">
      <p className="flex items-center justify-between gap-2 text-meta">
        <span>{label}</span>
        <Button
          size="small"
          tone="quiet"
          busy={stop.isPending}
          aria-label={`${t("import.stop")}: ${connection.name}`}
          onClick={() => void askStop()}
        >
          {t("import.stopShort")}
        </Button>
      </p>
      <div
        role="progressbar"
        aria-label={`${label}: ${connection.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={collecting ? undefined : Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full origin-left rounded-full bg-primary transition-transform"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="pt-1 text-meta text-fg-muted tabular-nums">
        {collecting
          ? t("import.collected", { count: progress.all, number: formatNumber(progress.all) })
          : `${t("import.count", { done: formatNumber(progress.this), all: formatNumber(progress.all) })} · ${
            formatDate(progress.date)
          }`}
      </p>
    </div>
  );
}
