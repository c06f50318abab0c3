import { Controller, useFormContext } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { contactLists } from "../../../../api/features/contact-lists/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { useRead } from "../../../core/query.ts";
import { formatNumber } from "../../../core/words/format.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { Picker } from "../../../patterns/forms/picker.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Fields } from "./campaign-sheet.tsx";
import { instantAt, localOf } from "./fields.ts";

const idOf = (value: string) => value === "" ? null : Number(value);

/** To whom it goes, over which connections, and when. */
export function SendingPart({ locked }: { locked: boolean }) {
  const { t } = useTranslation("campaigns");
  const { register, control, setValue, formState: { errors } } = useFormContext<Fields>();
  const { data: lists = [] } = useRead(contactLists.all);
  const { data: choices = [] } = useRead(tags.all, { query: {} });
  const { data: lines = [] } = useRead(connections.list, { query: {} });
  const choose = (name: "contactListId" | "tagListId", options: readonly { id: number; label: string }[]) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={t(name)} error={fieldText(t, errors[name])}>
          <Select
            ref={field.ref}
            disabled={locked}
            value={field.value ?? ""}
            onChange={(event) => field.onChange(idOf(event.target.value))}
          >
            <option value="">{t("none")}</option>
            {options.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
          </Select>
        </Field>
      )}
    />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {choose(
          "contactListId",
          lists.map(({ id, name, contactsCount }) => ({ id, label: `${name} (${formatNumber(contactsCount)})` })),
        )}
        {choose("tagListId", choices.map(({ id, name }) => ({ id, label: name })))}
      </div>
      <Controller
        control={control}
        name="whatsappIds"
        render={({ field }) => (
          <Field label={t("connections")} hint={t("connectionsHint")} error={fieldText(t, errors.whatsappId)}>
            <Picker
              choices={lines}
              value={field.value ?? []}
              disabled={locked}
              label={t("connections")}
              placeholder={t("connectionsNone")}
              onChange={(ids) => {
                field.onChange(ids);
                setValue("whatsappId", ids[0] ?? null, { shouldDirty: true });
              }}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="scheduledAt"
        render={({ field }) => (
          <Field label={t("scheduledAt")} hint={t("scheduledHint")} error={fieldText(t, errors.scheduledAt)}>
            <Input
              ref={field.ref}
              type="datetime-local"
              className="sm:max-w-64"
              disabled={locked}
              defaultValue={localOf(field.value ?? null)}
              onChange={(event) =>
                field.onChange(instantAt(event.target.value))}
            />
          </Field>
        )}
      />
      <Switch label={t("skipOpen")} hint={t("skipOpenHint")} {...register("skipOpen")} />
    </>
  );
}
