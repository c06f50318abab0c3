import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import type { Answer } from "../../../api/contract/endpoint.ts";
import { invitations } from "../../../api/features/invitations/contract.ts";
import { session } from "../../../api/features/session/contract.ts";
import { loadBrand } from "../../core/brand.ts";
import { href } from "../../core/page/href.ts";
import { signIn } from "../../core/session.ts";
import { callApi } from "../../core/who/api.ts";
import { errorText, language } from "../../core/words/i18n/i18n.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { useMistakes } from "../../patterns/forms/plain-form.ts";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** /invitation#token: an invited colleague chooses name and password, and is in. */
export function InvitationScreen() {
  const { t } = useTranslation("session");
  const [, navigate] = useLocation();
  const [token] = useState(() => location.hash.slice(1));
  const [invited, setInvited] = useState<Answer<typeof invitations.open>>();
  const [over, setOver] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const mistakes = useMistakes();
  useEffect(() => {
    void loadBrand(true);
    callApi(invitations.open, { body: { token } }).then(setInvited, (failure) => setOver(errorText(failure)));
  }, [token]);
  /** The account is there: whoever cannot come in right now does so at the sign-in. */
  const enter = async (email: string, password: string) => {
    try {
      await signIn(
        () => callApi(session.login, { body: { email, password } }),
        () => navigate(href("tickets"), { replace: true }),
      );
    } catch {
      toast.success(t("invitation.done"));
      navigate(href("login"), { replace: true });
    }
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!mistakes.check(event.currentTarget)) return;
    const fields = new FormData(event.currentTarget);
    const [name, password] = [String(fields.get("name")).trim(), String(fields.get("password"))];
    setBusy(true);
    setError("");
    try {
      const { email } = await callApi(invitations.accept, { body: { token, name, password, language: language() } });
      await enter(email, password);
    } catch (failure) {
      setBusy(false);
      setError(errorText(failure));
    }
  };
  if (over) {
    return (
      <AuthFrame title={t("invitation.over")} intro={over} corner={<LanguageMenu />}>
        <Link href={href("login")} className={buttonStyle({ size: "wide" })}>{t("invitation.toLogin")}</Link>
      </AuthFrame>
    );
  }
  if (!invited) return null;
  return (
    <AuthFrame
      title={t("invitation.title")}
      intro={t("invitation.intro", { name: invited.invitedBy, company: invited.company })}
      corner={<LanguageMenu />}
    >
      <form noValidate onSubmit={(event) => void submit(event)} onInput={mistakes.forget} className="space-y-4">
        <Field label={t("login.email")}>
          <Input name="email" type="email" autoComplete="username" value={invited.email} readOnly />
        </Field>
        <Field label={t("invitation.name")} error={mistakes.text("name")} required>
          <Input name="name" autoComplete="name" minLength={2} maxLength={50} required autoFocus />
        </Field>
        <Field
          label={t("invitation.password")}
          hint={t("signup.passwordHint")}
          error={mistakes.text("password")}
          required
        >
          <PasswordInput name="password" autoComplete="new-password" minLength={5} maxLength={50} required />
        </Field>
        {error && <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-body text-danger">{error}
        </p>}
        <Button type="submit" tone="primary" size="wide" busy={busy}>{t("invitation.submit")}</Button>
      </form>
    </AuthFrame>
  );
}
