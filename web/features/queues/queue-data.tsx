import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Connection } from "../../../api/features/connections/contract.ts";
import { fileLists } from "../../../api/features/file-lists/contract.ts";
import { integrations } from "../../../api/features/integrations/contract.ts";
import { ROTATION_MINUTES } from "../../../api/contract/limits.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { Picker } from "../../patterns/forms/picker.tsx";
import { RecordSelect } from "../../patterns/forms/record-select.tsx";
import { ColourField } from "../../ui/colour-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Values } from "./queue-form.ts";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  lines: readonly Connection[];
  /** Chosen connections that need words to ask which queue is meant. */
  silent: readonly Connection[];
}

/** What a queue is called, who works in it, where its customers come from, and how its tickets are handed out. */
export function QueueData({ form, lines, silent }: Props) {
  const { t } = useTranslation("queues");
  const integrates = useMe().company.plan.useIntegrations;
  const { data: people } = useRead(users.colleagues);
  const { register, control, watch, formState: { errors } } = form;
  return (
    <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="space-y-4">
        <Field label={t("name")} error={fieldText(t, errors.name)} required>
          <Input maxLength={50} autoFocus {...register("name")} />
        </Field>
        <Controller
          control={control}
          name="userIds"
          render={({ field: { value, onChange } }) => (
            <Field
              label={t("people")}
              hint={value.length === 0 && <span className="font-500 text-warning">{t("peopleWarning")}</span>}
            >
              <Picker
                choices={people ?? []}
                value={value}
                onChange={onChange}
                label={t("people")}
                placeholder={t("peopleNone")}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="whatsapps"
          render={({ field: { value, onChange } }) => (
            <>
              <Field
                label={t("connections")}
                hint={value.length === 0 && <span className="font-500 text-warning">{t("noConnectionHint")}</span>}
              >
                <Picker
                  choices={lines}
                  value={value.map(({ id }) => id)}
                  onChange={(ids) => onChange(ids.map((id) => value.find((one) => one.id === id) ?? { id }))}
                  label={t("connections")}
                  placeholder={t("connectionsNone")}
                />
              </Field>
              {silent.map((line) => (
                <Field
                  key={line.id}
                  label={t("lineGreeting", { name: line.name })}
                  hint={t("lineGreetingHint")}
                  error={value.find(({ id }) => id === line.id)?.greetingMessage?.trim() === ""
                    ? t("field.required", { ns: "core" })
                    : undefined}
                  required
                >
                  <Textarea
                    rows={2}
                    maxLength={4000}
                    value={value.find(({ id }) => id === line.id)?.greetingMessage ?? t("lineGreetingFirst")}
                    onChange={({ target }) =>
                      onChange(
                        value.map((one) => one.id === line.id ? { ...one, greetingMessage: target.value } : one),
                      )}
                  />
                </Field>
              ))}
            </>
          )}
        />
      </div>
      <div className="space-y-4">
        <Controller
          control={control}
          name="color"
          render={({ field }) => (
            <Field label={t("color")} error={fieldText(t, errors.color)} required>
              <ColourField {...field} swatchLabel={t("colour.swatch")} />
            </Field>
          )}
        />
        <Field label={t("order")} hint={t("orderHint")} error={fieldText(t, errors.orderQueue)}>
          <Input
            type="number"
            min={0}
            max={9999}
            inputMode="numeric"
            className="max-w-30"
            {...register("orderQueue", {
              setValueAs: (value) => value === "" || value === null ? null : Number(value),
            })}
          />
        </Field>
        <div className="space-y-3 border-t border-line pt-3">
          <Controller
            control={control}
            name="fileListId"
            render={({ field: { value, onChange } }) => (
              <Field label={t("fileList")} hint={t("fileListHint")}>
                <RecordSelect
                  from={fileLists.list}
                  value={value as number | null}
                  onChange={onChange}
                  none={t("fileListNone")}
                />
              </Field>
            )}
          />
          {integrates && (
            <Controller
              control={control}
              name="integrationId"
              render={({ field: { value, onChange } }) => (
                <Field label={t("integration")} hint={t("integrationHint")}>
                  <RecordSelect
                    from={integrations.list}
                    value={value as number | null}
                    onChange={onChange}
                    none={t("integrationNone")}
                  />
                </Field>
              )}
            />
          )}
          <Switch label={t("closeTicket")} hint={t("closeTicketHint")} {...register("closeTicket")} />
          <Switch label={t("rotation")} hint={t("rotationHint")} {...register("ativarRoteador")} />
          {watch("ativarRoteador") && (
            <Field label={t("rotationAfter")} error={fieldText(t, errors.tempoRoteador)}>
              <Select {...register("tempoRoteador", { setValueAs: Number })}>
                {ROTATION_MINUTES.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes === 0 ? t("rotationNever") : t("rotationMinutes", { count: minutes })}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
      </div>
    </div>
  );
}
