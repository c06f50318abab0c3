import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { recurrences } from "../../../api/contract/rules/billing.ts";
import { plans } from "../../../api/features/plans/contract.ts";
import { useRead } from "../../core/query.ts";
import { formatMoney } from "../../core/words/format.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Values } from "./company-form.ts";

const zones = Intl.supportedValuesOf("timeZone");

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-4 first:border-0 first:pt-0">
      <legend className="float-left mb-4 w-full text-body font-600">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}
const Pair = ({ children }: { children: ReactNode }) => <div className="grid gap-4 sm:grid-cols-2">{children}</div>;

/** Everything one says of a company; `fresh`: of a new one, with the first admin's password. */
export function CompanyFields({ fresh }: { fresh: boolean }) {
  const { t } = useTranslation("companies");
  const { register, watch, formState: { errors } } = useFormContext<Values>();
  const { data: known } = useRead(plans.listAll, {}, { keep: false });
  const [planId, zone] = watch(["planId", "timezone"]);
  const plan = known?.find(({ id }) => String(id) === String(planId));
  const error = (field: keyof Values) => fieldText(t, errors[field]);
  const label = (field: keyof Values) => t(`field.${field}`);
  const words = (field: keyof Values, maxLength: number, required?: boolean) => (
    <Field label={label(field)} error={error(field)} required={required}>
      <Input maxLength={maxLength} {...register(field)} />
    </Field>
  );
  /** A limit of the company's own; left empty, the plan's holds and is shown. */
  const limit = (field: "numberAttendants" | "numberConections", ofPlan: number | undefined) => (
    <Field label={label(field)} hint={t("limitHint")} error={error(field)}>
      <Input inputMode="numeric" maxLength={6} placeholder={ofPlan?.toString()} {...register(field)} />
    </Field>
  );
  return (
    <>
      <Part title={t("partCompany")}>
        <Field label={label("name")} error={error("name")} required>
          <Input maxLength={50} autoFocus {...register("name")} />
        </Field>
        <Field label={label("email")} error={error("email")} hint={fresh ? t("emailHint") : undefined} required>
          <Input type="email" maxLength={200} autoComplete="off" {...register("email")} />
        </Field>
        {fresh && (
          <Field label={label("password")} hint={t("passwordHint")} error={error("password")}>
            <PasswordInput maxLength={50} autoComplete="new-password" {...register("password")} />
          </Field>
        )}
        <Pair>
          <Field label={label("phone")} error={error("phone")}>
            <Input type="tel" inputMode="tel" maxLength={30} {...register("phone")} />
          </Field>
          {words("document", 30)}
        </Pair>
        <Switch label={label("status")} hint={t("statusHint")} {...register("status")} />
      </Part>
      <Part title={t("partPlan")}>
        <Field label={label("planId")} error={error("planId")} required>
          <Select {...register("planId")} key={known ? "known" : "asked"}>
            <option value="">{t("choose")}</option>
            {known?.map(({ id, name, amount }) => <option key={id} value={id}>{name} · {formatMoney(amount)}</option>)}
          </Select>
        </Field>
        <Pair>
          {limit("numberAttendants", plan?.users)}
          {limit("numberConections", plan?.connections)}
        </Pair>
        <Switch label={label("campaignsEnabled")} {...register("campaignsEnabled")} />
      </Part>
      <Part title={t("partPayment")}>
        <Pair>
          <Field label={label("dueDate")} hint={t("dueHint")} error={error("dueDate")}>
            <Input type="date" {...register("dueDate")} />
          </Field>
          <Field label={label("recurrence")} error={error("recurrence")}>
            <Select {...register("recurrence")}>
              {recurrences.map((one) => <option key={one} value={one}>{t(`recurrence.${one}`)}</option>)}
            </Select>
          </Field>
        </Pair>
        {words("paymentMethod", 100)}
      </Part>
      <Part title={t("partAddress")}>
        {words("addressStreet", 200)}
        <Pair>
          {words("addressCity", 100)}
          {words("addressState", 50)}
        </Pair>
        <Field label={label("timezone")} error={error("timezone")}>
          <Select {...register("timezone")}>
            {zone && !zones.includes(zone) && <option value={zone}>{zone}</option>}
            {zones.map((one) => <option key={one} value={one}>{one.replaceAll("_", " ")}</option>)}
          </Select>
        </Field>
      </Part>
    </>
  );
}
