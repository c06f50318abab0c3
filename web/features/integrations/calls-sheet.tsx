import { RotateCcw } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { integrations, type QueueIntegration } from "../../../api/features/integrations/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { ApiError } from "../../core/who/api.ts";
import { formatMoment } from "../../core/words/format.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

const tones = { answered: "success", silent: "neutral", dropped: "warning", failed: "danger" } as const;

/** The last calls of an integration: when, what was said, what came back, how long it took. */
export function CallsSheet({ record, onClose }: { record: QueueIntegration; onClose: () => void }) {
  const { t } = useTranslation("integrations");
  const { data, error, isPending, refetch } = useRead(integrations.calls, { params: { id: record.id } }, {
    keep: false,
  });
  const again = useCall(integrations.again, {
    silent: ["ERR_ALREADY_IN_STATE"],
    onSuccess: () => toast.success(t("againSent")),
    onError: (error) =>
      error instanceof ApiError && error.code === "ERR_ALREADY_IN_STATE" && toast.error(t("againLate")),
  });
  // A sheet that was open before has asked already: what happened since then is not in it.
  useEffect(() => void refetch(), []);
  return (
    <Sheet open onOpenChange={onClose} title={t("calls")} description={record.name} closeLabel={t("do.close")}>
      {isPending && (
        <Late>
          <div role="status" aria-label={t("state.loading")} className="space-y-4">
            {[0, 1, 2].map((row) => <Skeleton key={row} className="h-16" />)}
          </div>
        </Late>
      )}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.calls.length === 0 && <p className="text-fg-muted">{t("callsEmpty")}</p>}
      <ol className="divide-y divide-line">
        {data?.calls.map((call, at) => (
          <li key={call.id} className="space-y-1 py-3 first:pt-0">
            <p className="flex flex-wrap items-center gap-2 text-meta text-fg-subtle tabular-nums">
              <Badge tone={tones[call.outcome as keyof typeof tones] ?? "neutral"}>
                {t(`outcome.${call.outcome}`)}
              </Badge>
              <time dateTime={call.at}>{formatMoment(call.at)}</time>
              <span>{t("took", { ms: call.ms })}</span>
              {call.ticketId && <span>#{call.ticketId}</span>}
            </p>
            {call.said && <p dir="auto" className="text-fg-muted whitespace-pre-wrap wrap-anywhere">{call.said}</p>}
            {call.answered && <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">{call.answered}</p>}
            {call.detail && <p className="text-meta text-danger wrap-anywhere">{call.detail}</p>}
            {at === 0 && call.ticketId !== null && (
              <Button
                size="small"
                busy={again.isPending}
                onClick={() => again.mutate({ params: { id: record.id } })}
              >
                <RotateCcw aria-hidden /> {t("again")}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
