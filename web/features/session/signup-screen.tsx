import { zodResolver } from "@hookform/resolvers/zod";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { z } from "zod";
import { plans } from "../../../api/features/plans/contract.ts";
import { session, SignUpForm } from "../../../api/features/session/contract.ts";
import { ApiError } from "../../core/who/api.ts";
import { brandAtom, loadBrand } from "../../core/brand.ts";
import { language } from "../../core/words/i18n/i18n.ts";
import { href } from "../../core/page/href.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { PlanChoice } from "./plan-choice.tsx";

type Values = z.input<typeof SignUpForm>;

function Form() {
  const { t } = useTranslation("session");
  const [, navigate] = useLocation();
  const { data: open } = useRead(plans.listPublic, { query: { listPublic: "true" } }, { keep: false });
  const companyId = new URLSearchParams(location.search).get("companyId") ?? undefined;
  const form = useForm<Values, unknown, z.output<typeof SignUpForm>>({
    resolver: zodResolver(SignUpForm),
    defaultValues: { name: "", companyName: "", email: "", password: "", phone: "", companyId },
  });
  const { register, formState: { errors } } = form;
  const save = useCall(session.signUp, {
    silent: true,
    onSuccess: () => {
      toast.success(t("signup.done"));
      navigate(href("login"), { replace: true });
    },
    onError: (error) => {
      if (showServerErrors(form, error) || !(error instanceof ApiError) || error.status !== 409) {
        toast.error(t("signup.failed"));
      } else toastError(error);
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
        <Field label={t("signup.email")} error={fieldText(t, errors.email)} required>
          <Input type="email" autoComplete="email" {...register("email")} />
        </Field>
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
      {open?.length === 0 && <p className="text-body text-fg-muted">{t("signup.noPlans")}</p>}
      {open && open.length > 0 && (
        <PlanChoice
          plans={open}
          value={plan === undefined ? undefined : Number(plan)}
          onChange={(id) => form.setValue("planId", id, { shouldValidate: true })}
          error={fieldText(t, errors.planId)}
        />
      )}
      <Button type="submit" tone="primary" size="wide" busy={save.isPending}>{t("signup.submit")}</Button>
    </form>
  );
}

/** /signup */
export function SignupScreen() {
  const { t } = useTranslation("session");
  const { allowSignup } = useAtomValue(brandAtom);
  useEffect(() => void loadBrand(true), []);
  const link = (words: string) => (
    <Link href={href("login")} className="font-500 text-primary-fg underline-offset-2 hover:underline">{words}</Link>
  );
  return (
    <AuthFrame
      wide
      title={t("signup.title")}
      intro={t("signup.intro")}
      corner={<LanguageMenu />}
      below={<>{t("signup.hasAccount")} {link(t("signup.login"))}</>}
    >
      {allowSignup === "disabled"
        ? <Empty drawing="lock" title={t("signup.closed")} hint={t("signup.closedHint")} />
        : <Form />}
    </AuthFrame>
  );
}
