import type { ReactNode } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { CUSTOM_PLAN } from "../../../../api/contract/rules/billing.ts";
import { formatMoney } from "../../../core/words/format.ts";
import { cn } from "../../../ui/cn.ts";
import { AmountField } from "./amount-field.tsx";
import { type Choice, customChoice, isTooSmall, monthly, planChoice, type Subscription } from "./offer.ts";

interface CardProps {
  chosen: boolean;
  onChoose: () => void;
  name: string;
  price: string;
  children: ReactNode;
}
function Card({ chosen, onChoose, name, price, children }: CardProps) {
  return (
    <div
      className={cn(
        "rounded-card border p-3 has-focus-visible:outline-2 has-focus-visible:outline-primary-fg",
        chosen ? "border-primary-fg bg-primary-soft" : "border-line-strong/60",
      )}
    >
      <label className="flex cursor-pointer gap-3 touch:min-h-11">
        <input
          type="radio"
          name="plan"
          checked={chosen}
          onChange={onChoose}
          className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-600 wrap-anywhere">{name}</span>
          <span aria-live="polite" className="tabular-nums">{price}</span>
        </span>
      </label>
      <div className="mt-1 pl-7 max-sm:pl-0">{children}</div>
    </div>
  );
}

interface Props {
  offer: Subscription;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** The company's plan, or as many people and connections as it wants, with the price as one chooses. */
export function PlanPicker({ offer, choice, onChange }: Props) {
  const { t } = useTranslation("billing");
  const own = choice.custom ? choice : customChoice(offer);
  const price = (of: Choice) => t("checkout.perMonth", { amount: formatMoney(monthly(of, offer)) });
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{t("checkout.plan")}</legend>
      <Card
        chosen={!choice.custom}
        onChoose={() => onChange(planChoice(offer))}
        name={offer.plan.name}
        price={price(planChoice(offer))}
      >
        <p className="text-meta text-fg-muted">
          {t("checkout.planOf", { users: offer.plan.users, connections: offer.plan.connections })}
        </p>
      </Card>
      <Card chosen={choice.custom} onChoose={() => onChange(own)} name={t("checkout.custom")} price={price(own)}>
        {choice.custom
          ? (
            <div className="grid gap-3 pt-2 sm:grid-cols-2">
              <AmountField
                label={t("users")}
                hint={t("checkout.eachUser", { amount: formatMoney(CUSTOM_PLAN.centsPerUser / 100) })}
                value={choice.users}
                min={CUSTOM_PLAN.users}
                max={CUSTOM_PLAN.most}
                onChange={(users) => onChange({ ...choice, users })}
              />
              <AmountField
                label={t("connections")}
                hint={t("checkout.eachConnection", { amount: formatMoney(CUSTOM_PLAN.centsPerConnection / 100) })}
                value={choice.connections}
                min={CUSTOM_PLAN.connections}
                max={CUSTOM_PLAN.most}
                onChange={(connections) => onChange({ ...choice, connections })}
              />
            </div>
          )
          : (
            <p className="text-meta text-fg-muted">
              {t("checkout.customHint", { users: CUSTOM_PLAN.users, connections: CUSTOM_PLAN.connections })}
            </p>
          )}
      </Card>
      {isTooSmall(choice, offer) && (
        <p role="alert" className="rounded-control bg-warning-soft px-3 py-2 text-body text-warning">
          {t("checkout.tooSmall", { users: offer.inUse.users, connections: offer.inUse.connections })}
        </p>
      )}
    </fieldset>
  );
}
