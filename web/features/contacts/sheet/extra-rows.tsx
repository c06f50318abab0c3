import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, type UseFormRegister } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import type { Values } from "./contact-form.ts";

const MAX = 50;

/** What else is known of a contact: a name and a value each. */
export function ExtraRows({ control, register }: { control: Control<Values>; register: UseFormRegister<Values> }) {
  const { t } = useTranslation("contacts");
  const { fields, append, remove } = useFieldArray({ control, name: "extraInfo" });
  return (
    <fieldset className="space-y-2">
      <legend className="text-meta font-500 text-fg-muted">{t("extra.title")}</legend>
      {fields.map((row, place) => (
        <div key={row.id} className="flex items-center gap-2">
          <Input
            aria-label={t("extra.name", { n: place + 1 })}
            placeholder={t("extra.namePlaceholder")}
            maxLength={100}
            className="min-w-0 flex-1"
            {...register(`extraInfo.${place}.name`)}
          />
          <Input
            aria-label={t("extra.value", { n: place + 1 })}
            placeholder={t("extra.valuePlaceholder")}
            maxLength={1000}
            className="min-w-0 flex-1"
            {...register(`extraInfo.${place}.value`)}
          />
          <IconButton small icon={Trash2} label={t("extra.remove", { n: place + 1 })} onClick={() => remove(place)} />
        </div>
      ))}
      {fields.length < MAX && (
        <Button size="small" onClick={() => append({ name: "", value: "" })}>
          <Plus aria-hidden /> {t("extra.add")}
        </Button>
      )}
    </fieldset>
  );
}
