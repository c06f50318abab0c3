import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";

interface Props {
  label: string;
  hint: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number with a button for one less and one for one more. What is typed counts as soon as it is within its bounds. */
export function AmountField({ label, hint, value, min, max, onChange }: Props) {
  const { t } = useTranslation("billing");
  const [typed, setTyped] = useState<string>();
  const set = (next: number) => {
    setTyped(undefined);
    onChange(Math.min(max, Math.max(min, Math.round(next) || min)));
  };
  const type = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) onChange(number);
  };
  return (
    <div className="flex items-start gap-1">
      <Field label={label} hint={hint} className="min-w-0 flex-1">
        <Input
          inputMode="numeric"
          maxLength={6}
          value={typed ?? String(value)}
          onChange={(event) => type(event.target.value)}
          onBlur={() => typed !== undefined && set(Number(typed))}
          className="tabular-nums"
        />
      </Field>
      <div className="flex gap-1 pt-5.5">
        <IconButton
          icon={Minus}
          label={t("checkout.less", { label })}
          disabled={value <= min}
          onClick={() => set(value - 1)}
        />
        <IconButton
          icon={Plus}
          label={t("checkout.more", { label })}
          disabled={value >= max}
          onClick={() => set(value + 1)}
        />
      </div>
    </div>
  );
}
