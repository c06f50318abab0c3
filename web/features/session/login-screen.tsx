import { useAtomValue } from "jotai";
import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import { ApiError } from "../../../api/contract/client.ts";
import { EXPIRY_WARNING_DAYS, PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { type Me, session } from "../../../api/features/session/contract.ts";
import { brandAtom, loadBrand } from "../../core/brand.ts";
import { daysAgo } from "../../core/words/format.ts";
import { href } from "../../core/page/href.ts";
import { errorText, say } from "../../core/words/i18n/i18n.ts";
import { signIn } from "../../core/session.ts";
import { callApi } from "../../core/who/api.ts";
import { canUsePasskeys, signWithPasskey } from "../../core/who/passkeys.ts";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { useMistakes } from "../../patterns/forms/plain-form.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { AuthFrame } from "./auth-frame.tsx";

function warnOfExpiry(me: Me) {
  if (!me.company.dueDate || me.companyId === PLATFORM_COMPANY_ID || me.company.expired) return;
  const days = -daysAgo(me.company.dueDate);
  if (days >= EXPIRY_WARNING_DAYS) return;
  toast.warning(days <= 0 ? say("expiry.today") : say("expiry.soon", { count: days }), { time: 8000 });
}

/** What was typed, while the second factor is asked for. */
interface Password {
  email: string;
  password: string;
}

/** The e-mail that the sign-up hands over. */
const handedOver = (): string => {
  const { email } = (history.state ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : "";
};

/** /login */
export function LoginScreen() {
  const { t } = useTranslation("session");
  const { allowSignup } = useAtomValue(brandAtom);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const mistakes = useMistakes();
  const [first, setFirst] = useState<Password | null>(null);
  const [email] = useState(handedOver);
  useEffect(() => void loadBrand(true), []);
  const enter = async (ask: Parameters<typeof signIn>[0]) => {
    setBusy(true);
    setError("");
    try {
      await signIn(ask, (me) => {
        navigate(href(me.company.expired ? "expired" : "tickets"), { replace: true });
        warnOfExpiry(me);
      });
    } catch (failure) {
      setBusy(false);
      if (failure instanceof ApiError && failure.code === "ERR_SECOND_FACTOR") return true;
      if (!(failure instanceof DOMException)) setError(errorText(failure));
    }
    return false;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!mistakes.check(form)) return;
    const fields = new FormData(form);
    const body = { email: String(fields.get("email")).trim(), password: String(fields.get("password")) };
    if (await enter(() => callApi(session.login, { body }))) setFirst(body);
    else form.querySelector<HTMLInputElement>("[name=password]")?.select();
  };
  const submitCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!mistakes.check(event.currentTarget)) return;
    const code = String(new FormData(event.currentTarget).get("code"));
    void enter(() => callApi(session.login, { body: { ...first!, code } }));
  };
  const byPasskey = async () => {
    setError("");
    const { options } = await callApi(session.beginPasskeyLogin);
    const answer = await signWithPasskey(options);
    if (answer) await enter(() => callApi(session.passkeyLogin, { body: { answer } }));
  };
  const refusal = error && (
    <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-body text-danger">{error}</p>
  );
  const passkey = canUsePasskeys() && (
    <>
      <p className="flex items-center gap-3 text-meta text-fg-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("login.or")}
      </p>
      <Button
        size="wide"
        onClick={() => void byPasskey().catch((failure) => setError(errorText(failure)))}
      >
        <KeyRound aria-hidden /> {t("login.passkey")}
      </Button>
    </>
  );
  if (first) {
    return (
      <AuthFrame key="code" title={t("login.codeTitle")} intro={t("login.codeIntro")} corner={<LanguageMenu />}>
        <form noValidate onSubmit={submitCode} onInput={mistakes.forget} className="space-y-4">
          <Field label={t("login.code")} hint={t("login.codeHint")} error={mistakes.text("code")}>
            <Input
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
              autoFocus
            />
          </Field>
          {refusal}
          <Button type="submit" tone="primary" size="wide" busy={busy}>{t("login.continue")}</Button>
          <Button
            size="wide"
            onClick={() => {
              setFirst(null);
              setError("");
            }}
          >
            {t("login.back")}
          </Button>
        </form>
        {passkey}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      key="password"
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
      <form noValidate onSubmit={(event) => void submit(event)} onInput={mistakes.forget} className="space-y-4">
        <Field label={t("login.email")} error={mistakes.text("email")}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            required
            defaultValue={email}
            autoFocus={email === ""}
          />
        </Field>
        <Field label={t("login.password")} error={mistakes.text("password")}>
          <PasswordInput name="password" autoComplete="current-password" required autoFocus={email !== ""} />
        </Field>
        {refusal}
        <Button type="submit" tone="primary" size="wide" busy={busy}>{t("login.submit")}</Button>
        <p className="text-center text-meta text-fg-muted">{t("login.forgotten")}</p>
      </form>
      {passkey}
    </AuthFrame>
  );
}
