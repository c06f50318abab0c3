import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Plan } from "../../../../api/features/plans/contract.ts";
import { formatMoney } from "../../../core/words/format.ts";
import { cn } from "../../../ui/cn.ts";

interface Props {
  plans: readonly Plan[];
  value: number | undefined;
  onChange: (id: number) => void;
  error?: string;
}

/** The open plans as cards; one is chosen. */
export function PlanChoice({ plans, value, onChange, error }: Props) {
  const { t } = useTranslation("session");
  const chosen = plans.find(({ id }) => id === value);
  return (
    <fieldset className="space-y-1">
      <legend className="text-meta font-500 text-fg-muted">
        {t("signup.plan")}
        <span aria-hidden className="text-danger">*</span>
      </legend>
      <div className="grid gap-2 pt-1 sm:grid-cols-2">
        {plans.map((plan) => (
          <label
            key={plan.id}
            className={cn(
              "flex cursor-pointer gap-3 rounded-card border p-3 has-focus-visible:outline-2 has-focus-visible:outline-primary-fg",
              plan.id === value ? "border-primary-fg bg-primary-soft" : "border-line-strong/60 hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name="planId"
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
              className="mt-0.5 size-4 accent-primary outline-none"
            />
            <span className="min-w-0">
              <span className="block font-600 wrap-anywhere">{plan.name}</span>
              <span className="block text-body">{t("signup.perMonth", { amount: formatMoney(plan.amount) })}</span>
              <span className="block text-meta text-fg-muted">
                {t("signup.planOf", { users: plan.users, connections: plan.connections, queues: plan.queues })}
              </span>
            </span>
          </label>
        ))}
      </div>
      {chosen && (
        <p className="pt-1 text-meta text-fg-muted">
          {chosen.amount > 0 ? t("signup.afterTrial", { amount: formatMoney(chosen.amount) }) : t("signup.afterFree")}
        </p>
      )}
      {error && <p role="alert" className="text-meta text-danger">{error}</p>}
    </fieldset>
  );
}
