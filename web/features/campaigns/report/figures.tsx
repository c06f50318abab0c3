import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Answer } from "../../../../api/contract/endpoint.ts";
import {
  type campaigns,
  type ShippingState,
  shippingStates,
  TEMPLATE_VARIANT,
} from "../../../../api/features/campaigns/contract.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { cn } from "../../../ui/cn.ts";
import { useReason } from "./reason.ts";

interface Props {
  report: Answer<typeof campaigns.report>;
  /** Whom the list below is narrowed to. */
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}
/** People in a state, or those who said yes when asked; null: everybody. */
export type Chosen = ShippingState | "saidYes" | null;
const share = (part: number, of: number) => of ? `${Math.round(100 * part / of)}%` : "—";

const tileOf = (pressed: boolean) =>
  cn(
    "min-w-28 rounded-card border px-3 py-2 text-left transition-colors hover:bg-hover",
    pressed ? "border-primary-fg bg-primary-soft" : "border-line bg-surface",
  );

/** People by state, each a filter of the list; why some were left out; and the variants beside each other. */
export function Figures({ report, chosen, onChoose }: Props) {
  const { t } = useTranslation("campaigns");
  const reasonOf = useReason();
  const count = new Map(report.states.map((one) => [one.status, one.count]));
  const shown = shippingStates.filter((state) => count.has(state));
  const tile = (key: ShippingState | null, name: string, n: number) => (
    <button
      key={key ?? "all"}
      type="button"
      aria-pressed={chosen === key}
      onClick={() => onChoose(key)}
      className={tileOf(chosen === key)}
    >
      <span className="block text-meta text-fg-muted">{name}</span>
      <span className="text-lead font-600 tabular-nums">{formatNumber(n)}</span>
      <span className="ml-1.5 text-meta text-fg-subtle tabular-nums">{key && share(n, report.total)}</span>
    </button>
  );
  return (
    <div className="space-y-4">
      <div role="group" aria-label={t("report.states")} className="flex flex-wrap gap-2">
        {tile(null, t("report.all"), report.total)}
        {shown.map((state) => tile(state, t(`shipping.${state}`), count.get(state)!))}
      </div>
      {report.asked > 0 && (
        <button
          type="button"
          aria-pressed={chosen === "saidYes"}
          onClick={() => onChoose(chosen === "saidYes" ? null : "saidYes")}
          className={cn(tileOf(chosen === "saidYes"), "tabular-nums")}
        >
          {t("report.confirmed", {
            n: formatNumber(report.confirmed),
            of: formatNumber(report.asked),
            share: share(report.confirmed, report.asked),
          })}
        </button>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {report.variants.length > 1 && (
          <section className="rounded-card border border-line bg-surface p-3">
            <h2 className="mb-2 text-meta font-500 text-fg-muted">{t("report.variants")}</h2>
            <ul className="space-y-2">
              {report.variants.map(({ variant, sent, answered }) => (
                <li key={variant}>
                  <span className="flex justify-between gap-3">
                    <span>{variant === TEMPLATE_VARIANT ? t("template") : t("messageN", { n: variant })}</span>
                    <span className="text-fg-muted tabular-nums">
                      {t("report.answered", {
                        n: formatNumber(answered),
                        of: formatNumber(sent),
                        share: share(answered, sent),
                      })}
                    </span>
                  </span>
                  <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-hover">
                    <span
                      className="block h-full origin-left bg-primary"
                      style={{ transform: `scaleX(${sent ? answered / sent : 0})` }}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {report.reasons.length > 0 && (
          <section className="rounded-card border border-line bg-surface p-3">
            <h2 className="mb-2 text-meta font-500 text-fg-muted">{t("report.reasons")}</h2>
            <ul className="space-y-1">
              {report.reasons.map(({ reason, count: n }) => (
                <li key={reason} className="flex justify-between gap-3">
                  <span>{reasonOf(reason)}</span>
                  <span className="text-fg-muted tabular-nums">{formatNumber(n)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
