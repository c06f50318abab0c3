import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import type { Counters } from "../../../api/features/dashboard/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { cn } from "../../ui/cn.ts";
import { Figure } from "./indicators.tsx";

const groups = [
  ["npsPromotersPerc", "fill-success", "bg-success"],
  ["npsPassivePerc", "fill-warning", "bg-warning"],
  ["npsDetractorsPerc", "fill-danger", "bg-danger"],
] as const;

/** What customers said: the score, its three groups as one bar, and how many answered. */
export function Ratings({ counters }: { counters: z.output<typeof Counters> }) {
  const { t } = useTranslation("dashboard");
  if (counters.withRating === 0) {
    return <Empty drawing="chat" title={t("ratings.empty")} hint={t("ratings.emptyHint")} />;
  }
  let at = 0;
  return (
    <div className="space-y-5">
      <section className="rounded-card border border-line bg-surface p-4">
        <h2 className="text-body font-600">{t("figure.npsScore")}</h2>
        <p className="text-[40px] leading-12 font-600 tabular-nums">{formatNumber(counters.npsScore)}</p>
        <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-2 h-3 w-full rounded-full">
          {groups.map(([key, fill]) => {
            const x = at;
            at += counters[key];
            return <rect key={key} x={x} width={counters[key]} height={4} className={fill} />;
          })}
        </svg>
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
          {groups.map(([key, , dot]) => (
            <div key={key} className="flex items-center gap-2">
              <span aria-hidden className={cn("size-2.5 rounded-full", dot)} />
              <dt className="text-fg-muted">{t(`figure.${key}`)}</dt>
              <dd className="font-500 tabular-nums">{formatNumber(counters[key])} %</dd>
            </div>
          ))}
        </dl>
      </section>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(["withRating", "withoutRating", "waitRating"] as const).map((key) => (
          <Figure key={key} label={t(`figure.${key}`)} value={formatNumber(counters[key])} />
        ))}
        <Figure label={t("figure.percRating")} value={`${formatNumber(counters.percRating)} %`} />
      </dl>
    </div>
  );
}
