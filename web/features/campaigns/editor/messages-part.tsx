import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { MAX_MESSAGE_CHARS } from "../../../../api/contract/limits.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Fields } from "./campaign-sheet.tsx";
import { places } from "./fields.ts";

/** Up to five variants of the message, or of the question that goes before it; empty ones are left out. */
export function MessagesPart({ name }: { name: "message" | "confirmationMessage" }) {
  const { t } = useTranslation("campaigns");
  const { register, control, getValues, formState: { errors, disabled } } = useFormContext<Fields>();
  const asks = useWatch({ control, name: "confirmation" });
  const [shown, setShown] = useState(() =>
    Math.max(1, ...places.filter((place) => (getValues(`${name}${place}`) ?? "") !== ""))
  );
  const question = name === "confirmationMessage";
  return (
    <>
      {question && <Switch label={t("confirmationOn")} hint={t("confirmationHint")} {...register("confirmation")} />}
      {(!question || asks) && (
        <>
          <p className="text-meta text-fg-muted">{t("variablesHint")}</p>
          {places.slice(0, shown).map((place) => (
            <Field
              key={place}
              label={t(question ? "confirmationN" : "messageN", { n: place })}
              error={fieldText(t, errors[`${name}${place}`])}
              required={place === 1 && shown === 1}
            >
              <Textarea
                rows={place === 1 ? 6 : 4}
                dir="auto"
                maxLength={MAX_MESSAGE_CHARS}
                {...register(`${name}${place}`)}
              />
            </Field>
          ))}
          {shown < places.length && !disabled && (
            <Button size="small" onClick={() => setShown(shown + 1)}>{t("addVariant")}</Button>
          )}
          {shown > 1 && <p className="text-meta text-fg-subtle">{t("variantsHint")}</p>}
        </>
      )}
    </>
  );
}
