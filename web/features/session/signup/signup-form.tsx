import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import type { z } from "zod";
import { type Plan, plans } from "../../../../api/features/plans/contract.ts";
import { SignUpForm } from "../../../../api/contract/rules/user-form.ts";
import { session } from "../../../../api/features/session/contract.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { reloadBrand } from "../../../core/brand.ts";
import { href } from "../../../core/page/href.ts";
import { toastError, useCall } from "../../../core/query.ts";
import { ApiError } from "../../../core/who/api.ts";
import { language } from "../../../core/words/i18n/i18n.ts";
import { fieldText, showCode, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { PasswordInput } from "../../../patterns/forms/password-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { forgetForm, keepForm, readKept } from "./kept-form.ts";
import { PlanChoice } from "./plan-choice.tsx";

type Values = z.input<typeof SignUpForm>;
const linkStyle = "font-500 text-primary-fg underline-offset-2 hover:underline";

/** The form of a new company; what is typed stays in the tab until the account is there. */
export function SignupForm({ open }: { open: readonly Plan[] }) {
  const { t } = useTranslation("session");
  const [, navigate] = useLocation();
  const [known, setKnown] = useState("");
  const companyId = new URLSearchParams(location.search).get("companyId") ?? undefined;
  const [kept] = useState(readKept);
  const only = open.length === 1 ? open[0]?.id : undefined;
  const form = useForm<Values, unknown, z.output<typeof SignUpForm>>({
    resolver: zodResolver(SignUpForm),
    defaultValues: {
      name: "",
      companyName: "",
      email: "",
      phone: "",
      ...kept,
      password: "",
      companyId,
      planId: open.some(({ id }) => id === kept.planId) ? kept.planId : only,
    },
  });
  const { register, formState: { errors } } = form;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepForm(values) }),
    [form],
  );
  const save = useCall(session.signUp, {
    silent: true,
    onSuccess: (_, call) => {
      forgetForm();
      toast.success(t("signup.done"));
      navigate(href("login"), { replace: true, state: { email: call.body?.email } });
    },
    onError: (error, call) => {
      const code = error instanceof ApiError ? error.code : "";
      if (code === "ERR_DUPLICATED_EMAIL") setKnown(call.body?.email ?? "");
      if (code === "ERR_NO_PLAN_FOUND") void refresh(plans.listPublic);
      if (
        showCode(form, error, {
          ERR_DUPLICATED_EMAIL: "email",
          ERR_DUPLICATED_NAME: "companyName",
          ERR_WEAK_PASSWORD: "password",
          ERR_NO_PLAN_FOUND: "planId",
        })
      ) return;
      // It was switched off meanwhile: the screen says so in the form's place, and what was typed is kept.
      if (code === "ERR_USER_CREATION_DISABLED") return void reloadBrand();
      if (code === "ERR_TOO_MANY_REQUESTS" || code === "ERR_UNREACHABLE") return toastError(error);
      showServerErrors(form, error);
      toast.error(t("signup.failed"));
    },
  });
  const plan = form.watch("planId") as number | undefined;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => save.mutate({ body: { ...body, language: language() } }))}
      className="space-y-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("signup.companyName")} error={fieldText(t, errors.companyName)} required>
          <Input autoComplete="organization" {...register("companyName")} />
        </Field>
        <Field label={t("signup.name")} error={fieldText(t, errors.name)} required>
          <Input autoComplete="name" {...register("name")} />
        </Field>
        <div className="space-y-1">
          <Field label={t("signup.email")} error={fieldText(t, errors.email)} required>
            <Input type="email" inputMode="email" autoComplete="email" {...register("email")} />
          </Field>
          {known && errors.email?.type === "code" && (
            <p className="text-meta">
              <Link href={href("login")} state={{ email: known }} className={linkStyle}>{t("signup.enterWith")}</Link>
            </p>
          )}
        </div>
        <Field label={t("signup.phone")} error={fieldText(t, errors.phone)} required>
          <Input type="tel" autoComplete="tel" {...register("phone")} />
        </Field>
        <Field
          label={t("signup.password")}
          hint={t("signup.passwordHint")}
          error={fieldText(t, errors.password)}
          required
        >
          <PasswordInput autoComplete="new-password" {...register("password")} />
        </Field>
      </div>
      <PlanChoice
        plans={open}
        value={plan === undefined ? undefined : Number(plan)}
        onChange={(id) => form.setValue("planId", id, { shouldValidate: true, shouldDirty: true })}
        error={fieldText(t, errors.planId)}
      />
      <Button type="submit" tone="primary" size="wide" busy={save.isPending}>{t("signup.submit")}</Button>
    </form>
  );
}
