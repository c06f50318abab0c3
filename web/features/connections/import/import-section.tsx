import { serverNow } from "../../../core/clock.ts";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { useRead } from "../../../core/query.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Values } from "../editor/connection-form.ts";
import { atMinute, localMinute, monthAgo, twoYearsAgo } from "./import-times.ts";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  channel: ChannelInfo;
}

/** Old messages to import once a device is linked. */
export function ImportSection({ form, channel }: Props) {
  const { t } = useTranslation("connections");
  const { control, register, setValue, watch, formState: { errors } } = form;
  const { data } = useRead(queues.list);
  const from = watch("importOldMessages");
  const turn = (on: boolean) => {
    const options = { shouldDirty: true };
    setValue("importOldMessages", on ? monthAgo() : null, options);
    setValue("importRecentMessages", on ? atMinute(new Date(serverNow())) : null, options);
  };
  const moment = (name: "importOldMessages" | "importRecentMessages", min: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field
          label={t(name === "importOldMessages" ? "import.from" : "import.until")}
          error={fieldText(t, errors[name])}
          required={name === "importOldMessages"}
        >
          <Input
            type="datetime-local"
            min={localMinute(min)}
            max={localMinute(new Date(serverNow()).toISOString())}
            value={field.value ? localMinute(field.value) : ""}
            onChange={(e) => field.onChange(e.target.value ? atMinute(new Date(e.target.value)) : "")}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        </Field>
      )}
    />
  );
  const on = from !== null && from !== undefined;
  return (
    <fieldset className="space-y-3 border-t border-line pt-3">
      <Switch label={t("import.title")} hint={t("import.hint")} checked={on} onChange={(e) => turn(e.target.checked)} />
      {on && (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            {moment("importOldMessages", twoYearsAgo())}
            {moment("importRecentMessages", from || twoYearsAgo())}
          </div>
          <Controller
            control={control}
            name="queueIdImportMessages"
            render={({ field }) => (
              <Field
                label={t("import.queue")}
                hint={t("import.queueHint")}
                error={fieldText(t, errors.queueIdImportMessages)}
                required
              >
                <Select
                  value={field.value ? String(field.value) : ""}
                  onChange={(e) => field.onChange(e.target.value ? Number(e.target.value) : null)}
                  onBlur={field.onBlur}
                  ref={field.ref}
                >
                  <option value="">{t("import.queueNone")}</option>
                  {data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
                </Select>
              </Field>
            )}
          />
          <div className="space-y-1">
            {channel.abilities.groups && (
              <Switch
                label={t("import.groups")}
                hint={t("import.groupsHint")}
                {...register("importOldMessagesGroups")}
              />
            )}
            <Switch
              label={t("import.closeAfter")}
              hint={t("import.closeAfterHint")}
              {...register("closedTicketsPostImported")}
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
