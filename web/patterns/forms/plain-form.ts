// Forms of the screens before signing in: shows the browser's errors at the field, in our words and not in the browser's bubble.
import { type FormEvent, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";

/** The key of the text for a control's error; null when it has none. */
export function mistakeOf(
  validity: Pick<ValidityState, "valid" | "valueMissing" | "typeMismatch" | "tooShort">,
): string | null {
  if (validity.valid) return null;
  return validity.valueMissing
    ? "required"
    : validity.typeMismatch
    ? "email"
    : validity.tooShort
    ? "too_short"
    : "invalid";
}

/**
 * The errors of a form with `noValidate`: `check` tests every control and gives the focus to the first wrong one, `forget` removes
 * the error of the control that the person types into.
 */
export function useMistakes() {
  const { t } = useTranslation();
  const [words, setWords] = useState<Readonly<Record<string, string>>>({});
  const check = (form: HTMLFormElement): boolean => {
    const wrong = [...form.querySelectorAll("input")].flatMap((input) => {
      const word = mistakeOf(input.validity);
      return word ? [{ input, word }] : [];
    });
    setWords(Object.fromEntries(wrong.map(({ input, word }) => [input.name, word])));
    wrong[0]?.input.focus();
    return wrong.length === 0;
  };
  const forget = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    if (name in words) setWords(Object.fromEntries(Object.entries(words).filter(([other]) => other !== name)));
  };
  return { check, forget, text: (name: string) => words[name] && t(`field.${words[name]}`) };
}
