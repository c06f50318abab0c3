import { useAtomValue } from "jotai";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { EXPIRY_WARNING_DAYS } from "../../../api/contract/limits.ts";
import type { Me } from "../../../api/features/session/contract.ts";
import { brandAtom, loadBrand } from "../../core/brand.ts";
import { daysAgo } from "../../core/words/format.ts";
import { href } from "../../core/page/href.ts";
import { errorText, say } from "../../core/words/i18n/i18n.ts";
import { login } from "../../core/session.ts";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { AuthFrame } from "./auth-frame.tsx";

function warnOfExpiry(me: Me) {
  if (!me.company.dueDate || me.companyId === 1 || me.company.expired) return;
  const days = -daysAgo(me.company.dueDate);
  if (days >= EXPIRY_WARNING_DAYS) return;
  toast.warning(days <= 0 ? say("expiry.today") : say("expiry.soon", { count: days }), { time: 8000 });
}

/** /login */
export function LoginScreen() {
  const { t } = useTranslation("session");
  const { allowSignup } = useAtomValue(brandAtom);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => void loadBrand(true), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setError("");
    try {
      await login(String(fields.get("email")).trim(), String(fields.get("password")), (me) => {
        navigate(href(me.company.expired ? "expired" : "tickets"), { replace: true });
        warnOfExpiry(me);
      });
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <AuthFrame
      title={t("login.title")}
      intro={t("login.intro")}
      corner={<LanguageMenu />}
      below={allowSignup === "enabled" && (
        <>
          {t("login.noAccount")}{" "}
          <Link href={href("signup")} className="font-500 text-primary-fg underline-offset-2 hover:underline">
            {t("login.register")}
          </Link>
        </>
      )}
    >
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label={t("login.email")}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            required
            autoFocus
          />
        </Field>
        <Field label={t("login.password")}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {error && <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-body text-danger">{error}
        </p>}
        <Button type="submit" tone="primary" size="wide" busy={busy}>{t("login.submit")}</Button>
      </form>
    </AuthFrame>
  );
}
