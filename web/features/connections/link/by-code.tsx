import { type FormEvent, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { LinkSteps } from "./link-steps.tsx";

interface Props {
  /** The code to type; empty before it was asked for. */
  code: string;
  /** Why the last one is no good any more, in words. */
  why?: string;
  busy: boolean;
  onAsk: (number: string) => void;
}

/** For who has only the phone at hand: its number is asked for, a code is typed there. */
export function LinkByCode({ code, why, busy, onAsk }: Props) {
  const { t } = useTranslation("connections");
  const [number, setNumber] = useState("");
  const [wrong, setWrong] = useState(false);
  const digits = number.replace(/\D/g, "");
  const ask = (e: FormEvent) => {
    e.preventDefault();
    const good = digits.length >= 8 && digits.length <= 15;
    setWrong(!good);
    if (good) onAsk(digits);
  };
  if (code) {
    return (
      <div className="space-y-4 py-4">
        <div className="grid place-items-center gap-3 rounded-card border border-line bg-raised px-4 py-6">
          <output aria-label={t("linking.codeLabel")} className="font-mono text-[32px]/10 font-600 tracking-widest">
            {code}
          </output>
          <CopyButton text={code} />
        </div>
        <LinkSteps last={t("linking.stepType")} />
      </div>
    );
  }
  return (
    <form onSubmit={ask} className="space-y-4 py-4" noValidate>
      {why !== undefined && <p role="status" className="text-fg-muted">{why}</p>}
      <Field
        label={t("linking.number")}
        hint={t("linking.numberHint")}
        error={wrong ? t("field.number") : undefined}
        required
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          autoFocus
          maxLength={24}
          value={number}
          onChange={(e) => setNumber(e.target.value)}
        />
      </Field>
      <Button type="submit" tone="primary" size="wide" busy={busy}>{t("linking.ask")}</Button>
    </form>
  );
}
