import { type FormEvent, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Redirect } from "wouter";
import { session } from "../../../api/features/session/contract.ts";
import { href } from "../../core/page/href.ts";
import { logout, nothingIsDue } from "../../core/session.ts";
import { callApi } from "../../core/who/api.ts";
import { useMe } from "../../core/who/me.ts";
import { errorText } from "../../core/words/i18n/i18n.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { useMistakes } from "../../patterns/forms/plain-form.ts";
import { LanguageMenu } from "../../patterns/language-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** /password: somebody whose password was made for them chooses their own; until then nothing else opens. */
export function ChoosePasswordScreen() {
  const { t } = useTranslation("session");
  const { email, passwordDue } = useMe();
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const mistakes = useMistakes();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!mistakes.check(event.currentTarget)) return;
    const password = String(new FormData(event.currentTarget).get("password"));
    setBusy(true);
    setError("");
    try {
      await callApi(session.choosePassword, { body: { password } });
      nothingIsDue("passwordDue", href("home"));
    } catch (failure) {
      setBusy(false);
      setError(errorText(failure));
    }
  };
  if (!passwordDue && !busy) return <Redirect to={href("home")} replace />;
  return (
    <AuthFrame title={t("choose.title")} intro={t("choose.intro")} corner={<LanguageMenu />}>
      <form noValidate onSubmit={(event) => void submit(event)} onInput={mistakes.forget} className="space-y-4">
        {/* Password managers keep a new password with the account that stands beside it. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t("choose.password")}
          hint={t("signup.passwordHint")}
          error={mistakes.text("password") ?? (error || undefined)}
          required
        >
          <PasswordInput name="password" autoComplete="new-password" minLength={5} maxLength={50} required autoFocus />
        </Field>
        <Button type="submit" tone="primary" size="wide" busy={busy}>{t("choose.submit")}</Button>
        <Button size="wide" onClick={() => void logout()}>{t("choose.logout")}</Button>
      </form>
    </AuthFrame>
  );
}
