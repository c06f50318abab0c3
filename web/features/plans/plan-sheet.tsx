import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { planFlags } from "../../../api/contract/plans.ts";
import { PlanForm, type PlanInUse, plans } from "../../../api/features/plans/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";

type Values = z.input<typeof PlanForm>;
const limits = ["users", "connections", "queues"] as const;

/** Creates or changes a plan. */
export function PlanSheet({ plan, onClose }: { plan?: PlanInUse; onClose: () => void }) {
  const { t } = useTranslation("plans");
  const form = useForm<Values, unknown, z.output<typeof PlanForm>>({
    resolver: zodResolver(PlanForm),
    defaultValues: {
      name: plan?.name ?? "",
      users: plan?.users ?? 3,
      connections: plan?.connections ?? 1,
      queues: plan?.queues ?? 3,
      amount: plan?.amount ?? "",
      isPublic: plan?.isPublic ?? true,
      ...Object.fromEntries(planFlags.map((flag) => [flag, plan?.[flag] ?? true])),
    },
  });
  const { register, watch, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [plans.listAll],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(plans.create, options);
  const update = useCall(plans.update, options);
  const typed = watch([...limits]);
  /** A company of the plan uses more than the number that is typed. */
  const tight = limits.filter((limit, at) => plan && Number(typed[at]) > 0 && Number(typed[at]) < plan.most[limit]);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={plan?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        plan ? update.mutate({ params: { id: plan.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus {...register("name")} />
      </Field>
      <Field label={t("amount")} hint={t("amountHint")} error={fieldText(t, errors.amount)} required>
        <Input
          inputMode="decimal"
          maxLength={12}
          className="max-w-40"
          {...register("amount", { setValueAs: (value) => value === "" ? undefined : String(value).replace(",", ".") })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        {limits.map((limit) => (
          <Field key={limit} label={t(limit)} error={fieldText(t, errors[limit])} required>
            <Input
              inputMode="numeric"
              maxLength={6}
              {...register(limit, { setValueAs: (value) => value === "" ? undefined : value })}
            />
          </Field>
        ))}
      </div>
      {tight.length > 0 && (
        <p role="status" className="rounded-control bg-warning-soft p-3 text-warning">
          {t("tight", { what: tight.map((limit) => `${t(limit)}: ${plan!.most[limit]}`).join(", ") })}
        </p>
      )}
      <Switch label={t("public")} hint={t("publicHint")} {...register("isPublic")} />
      <fieldset>
        <legend className="mb-1 text-meta font-500 text-fg-muted">{t("flags")}</legend>
        <div className="divide-y divide-line rounded-card border border-line px-3">
          {planFlags.map((flag) => <Switch key={flag} label={t(`flag.${flag}`)} {...register(flag)} />)}
        </div>
      </fieldset>
    </FormSheet>
  );
}
