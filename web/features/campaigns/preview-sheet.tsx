import { Play, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Campaign, campaigns, TEMPLATE_VARIANT } from "../../../api/features/campaigns/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatMoment, formatNumber } from "../../core/words/format.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

/** The preview as it is now: an older one may count what was before a change. */
function useNow(params: { id: number }) {
  const [opened] = useState(() => Date.now());
  const { data, dataUpdatedAt, error, refetch } = useRead(campaigns.preview, { params }, { keep: false });
  useEffect(() => void refetch(), []);
  return { data: dataUpdatedAt >= opened ? data : undefined, error, refetch };
}

/** What starting a campaign will do, told before somebody presses start; and a test to one number. */
export function PreviewSheet({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useTranslation("campaigns");
  const params = { id: campaign.id };
  const { data, error, refetch } = useNow(params);
  const [number, setNumber] = useState("");
  const start = useCall(campaigns.start, {
    refresh: [campaigns.list],
    onSuccess: () => {
      toast.success(t("started"));
      onClose();
    },
  });
  const test = useCall(campaigns.test, { onSuccess: () => toast.success(t("preview.tested")) });
  const facts = data && [
    [t("preview.people"), formatNumber(data.total)],
    [t("preview.send"), formatNumber(data.send)],
    [t("preview.first"), data.first ? formatMoment(data.first) : "—"],
    [t("preview.last"), data.last ? formatMoment(data.last) : "—"],
  ];
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={t("preview.title", { name: campaign.name })}
      description={t("preview.hint")}
      closeLabel={t("do.close")}
      footer={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" busy={start.isPending} disabled={!data?.send} onClick={() => start.mutate({ params })}>
            <Play aria-hidden /> {t("preview.start", { count: data?.send ?? 0, n: formatNumber(data?.send ?? 0) })}
          </Button>
        </>
      }
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Late>
          <Skeleton className="h-40 w-full" />
        </Late>
      )}
      {data && facts && (
        <div className="space-y-6">
          <dl className="grid grid-cols-2 gap-3">
            {facts.map(([name, value]) => (
              <div key={name} className="rounded-card border border-line p-3">
                <dt className="text-meta text-fg-muted">{name}</dt>
                <dd className="text-lead font-600 tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          {data.skipped.length > 0 && (
            <section>
              <h3 className="mb-2 font-600">{t("preview.skipped")}</h3>
              <ul className="divide-y divide-line rounded-card border border-line">
                {data.skipped.map(({ reason, count }) => (
                  <li key={reason} className="flex justify-between gap-4 px-3 py-2">
                    <span>{t(`why.${reason}`)}</span>
                    <span className="text-fg-muted tabular-nums">{formatNumber(count)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section>
            <h3 className="mb-2 font-600">
              {data.reader ? t("preview.asRead", { name: data.reader }) : t("preview.texts")}
            </h3>
            <ul className="space-y-3">
              {data.variants.map(({ variant, text, confirmation }) => (
                <li key={`${confirmation} ${variant}`}>
                  <p className="mb-1 text-meta text-fg-muted">
                    {variant === TEMPLATE_VARIANT
                      ? t("template")
                      : t(confirmation ? "confirmationN" : "messageN", { n: variant })}
                  </p>
                  <p
                    dir="auto"
                    className="w-fit max-w-full rounded-bubble bg-primary-soft px-3 py-2 whitespace-pre-wrap wrap-anywhere"
                  >
                    {text}
                  </p>
                </li>
              ))}
            </ul>
          </section>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              test.mutate({ params, body: { number } });
            }}
          >
            <Field label={t("preview.testNumber")} className="flex-1">
              <Input
                type="tel"
                inputMode="tel"
                maxLength={50}
                value={number}
                onChange={(event) => setNumber(event.target.value)}
              />
            </Field>
            <Button type="submit" busy={test.isPending} disabled={!number.trim()}>
              <Send aria-hidden /> {t("preview.test")}
            </Button>
          </form>
        </div>
      )}
    </Sheet>
  );
}
