import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { formatMoney, formatNumber } from "../../../core/words/format.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { type Choice, monthly, type Subscription, total } from "./offer.ts";

/** Who pays: what a provider asks for. */
export interface Payer {
  firstName: string;
  /** CPF or CNPJ, under the name that the API has for it. */
  zipcode: string;
}
interface Props {
  offer: Subscription;
  choice: Choice;
  months: number;
  asksForDocument: boolean;
  form: UseFormReturn<Payer>;
}

/** What will be paid, for what, and by whom. */
export function Review({ offer, choice, months, asksForDocument, form }: Props) {
  const { t } = useTranslation("billing");
  const { register, formState: { errors } } = form;
  const facts: [string, string][] = [
    [t("checkout.plan"), choice.custom ? t("checkout.custom") : offer.plan.name],
    [t("users"), formatNumber(choice.users)],
    [t("connections"), formatNumber(choice.connections)],
    [t("checkout.period"), t("checkout.months", { count: months })],
  ];
  if (months > 1) facts.push([t("checkout.monthly"), formatMoney(monthly(choice, offer))]);
  return (
    <div className="space-y-4">
      <dl className="divide-y divide-line border-y border-line">
        {facts.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 py-2">
            <dt className="text-fg-muted">{term}</dt>
            <dd className="text-right font-500 tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-2">
          <dt className="font-600">{t("checkout.total")}</dt>
          <dd className="text-lead font-600 tabular-nums">{formatMoney(total(choice, offer, months))}</dd>
        </div>
      </dl>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("checkout.firstName")} error={errors.firstName?.message} required>
          <Input autoComplete="name" maxLength={100} {...register("firstName")} />
        </Field>
        <Field label={t("checkout.document")} error={errors.zipcode?.message} required={asksForDocument}>
          <Input autoComplete="off" autoCapitalize="characters" maxLength={20} {...register("zipcode")} />
        </Field>
      </div>
    </div>
  );
}
