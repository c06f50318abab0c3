import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Delivery, type Webhook, webhooks } from "../../../api/features/webhooks/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

const tones = { waiting: "info", done: "success", failed: "danger" } as const;

/** What a webhook was told, with body and answer; each again, or all since one. */
export function DeliveriesSheet({ record, onClose }: { record: Webhook; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const params = { id: record.id };
  const { data, error, isPending, refetch } = useRead(webhooks.deliveries, { params }, { keep: false });
  const [open, setOpen] = useState<number | null>(null);
  // A sheet that was open before has asked already: what happened since then is not in it.
  useEffect(() => void refetch(), []);
  const replay = useCall(webhooks.replay, { refresh: [webhooks.deliveries, webhooks.list] });
  const again = (body: { from: number; to?: number }) =>
    replay.mutate({ params, body }, { onSuccess: () => toast.success(t("again")) });
  return (
    <Sheet open onOpenChange={onClose} title={t("log")} description={record.name} closeLabel={t("do.close")}>
      {isPending && (
        <Late>
          <Skeleton className="h-32" />
        </Late>
      )}
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-fg-muted">{t("logEmpty")}</p>}
      <ol className="divide-y divide-line">
        {data?.map((delivery) => (
          <li key={delivery.id} className="space-y-1.5 py-3 first:pt-0">
            <Facts delivery={delivery} />
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => setOpen(open === delivery.id ? null : delivery.id)}>
                {t(open === delivery.id ? "hide" : "show")}
              </Button>
              <Button size="small" onClick={() => again({ from: delivery.position, to: delivery.position })}>
                {t("sendAgain")}
              </Button>
              <Button size="small" onClick={() => again({ from: delivery.position })}>{t("sendSince")}</Button>
            </div>
            {open === delivery.id && <Whole id={delivery.id} />}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const { status, type, position, attempts, sentAt, nextAt, answerStatus, error } = delivery;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
        <code dir="ltr" className="text-small">{type}</code>
        <span className="text-meta text-fg-subtle tabular-nums">#{position}</span>
      </p>
      <p className="flex flex-wrap gap-x-2 text-meta text-fg-subtle tabular-nums">
        {sentAt && <time dateTime={sentAt}>{formatMoment(sentAt)}</time>}
        {attempts > 0 && <span>{t("attempts", { count: attempts })}</span>}
        {answerStatus && <span>HTTP {answerStatus}</span>}
        {nextAt && attempts > 0 && <span>{t("next", { time: formatMoment(nextAt) })}</span>}
      </p>
      {error && <p className="text-meta text-danger">{t(`error.${error}`)}</p>}
    </>
  );
}

function Whole({ id }: { id: number }) {
  const { t } = useTranslation("webhooks");
  const { data, error, refetch } = useRead(webhooks.delivery, { params: { id } }, { keep: false });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Late>
        <Skeleton className="h-20" />
      </Late>
    );
  }
  return (
    <>
      <Text title={t("body")} text={JSON.stringify(JSON.parse(data.body), null, 2)} />
      {data.answer && <Text title={t("answer")} text={data.answer} />}
    </>
  );
}
function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="pb-1 text-meta text-fg-muted">{title}</h3>
      <pre
        tabIndex={0}
        dir="ltr"
        aria-label={title}
        className="max-h-60 overflow-auto rounded-control border border-line bg-bg p-2 font-mono text-small whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}
