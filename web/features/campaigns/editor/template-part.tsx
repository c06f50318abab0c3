import { RefreshCw } from "lucide-react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { headerFile, holesOf, missingIn, readAs } from "../../../../api/contract/rules/template.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { templates } from "../../../../api/features/templates/contract.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { plain } from "../../../core/words/plain.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import type { Fields } from "./campaign-sheet.tsx";

const keyOf = ({ name, language }: { name: string; language: string }) => JSON.stringify([name, language]);

/** The approved text for people whose reply window is closed, where one of the chosen lines has such texts. */
export function TemplatePart({ locked }: { locked: boolean }) {
  const { t } = useTranslation("campaigns");
  const { control, formState: { isSubmitted } } = useFormContext<Fields>();
  const chosenLines = useWatch({ control, name: "whatsappIds" }) ?? [];
  const { data: lines = [] } = useRead(connections.list, { query: {} });
  const { data: channels = [] } = useRead(connections.channels);
  const able = new Set(channels.filter((one) => one.templates).map(({ id }) => id));
  // The first of them that has such texts: the others send their own of the same name.
  const line = chosenLines.map((id) => lines.find((one) => one.id === id)).find((one) => one && able.has(one.channel));
  const { data } = useRead(templates.list, { query: { whatsappId: line?.id ?? 0 } }, {
    enabled: line !== undefined,
    keep: false,
  });
  const sync = useCall(templates.sync, { refresh: [templates.list] });
  if (!line) return null;
  const all = data?.templates.filter(({ sendable }) => sendable) ?? [];
  return (
    <Controller
      control={control}
      name="template"
      render={({ field: { value, onChange, ref } }) => {
        const chosen = value ? all.find((one) => keyOf(one) === keyOf(value)) : undefined;
        const values = value?.values ?? {};
        const missing = chosen && isSubmitted ? missingIn(chosen.components, values) : [];
        const wanted = chosen && headerFile(chosen.components);
        return (
          <section className="space-y-3 rounded-card border border-line p-3">
            <Field
              label={t("template")}
              hint={all.length === 0 && data ? t("templateNoneYet") : t("templateHint")}
            >
              <Select
                ref={ref}
                disabled={locked}
                value={value ? keyOf(value) : ""}
                onChange={(event) => {
                  const one = all.find((template) => keyOf(template) === event.target.value);
                  onChange(one ? { name: one.name, language: one.language, values: {} } : null);
                }}
              >
                <option value="">{t("templateNone")}</option>
                {value && !chosen && <option value={keyOf(value)}>{`${value.name} · ${t("templateGone")}`}</option>}
                {all.map((one) => <option key={one.id} value={keyOf(one)}>{`${one.name} · ${one.language}`}</option>)}
              </Select>
            </Field>
            {!locked && (
              <Button
                size="small"
                busy={sync.isPending}
                onClick={() => sync.mutate({ body: { whatsappId: line.id } })}
              >
                <RefreshCw aria-hidden /> {t("templateSync")}
              </Button>
            )}
            {chosen && value && (
              <>
                {holesOf(chosen.components).map(({ key, name }) => (
                  <Field
                    key={key}
                    label={t("templateHole", { name })}
                    error={missing.includes(key) ? t("field.required", { ns: "core" }) : undefined}
                    required
                  >
                    <Input
                      dir="auto"
                      maxLength={1024}
                      disabled={locked}
                      placeholder="{primeiroNome}"
                      value={values[key] ?? ""}
                      onChange={(event) => onChange({ ...value, values: { ...values, [key]: event.target.value } })}
                    />
                  </Field>
                ))}
                {wanted && <p className="text-meta text-fg-muted">{t(`templateFile.${wanted}`)}</p>}
                <p
                  dir="auto"
                  className="w-fit max-w-full rounded-bubble bg-bubble-out px-3 py-2 whitespace-pre-wrap wrap-anywhere"
                >
                  {plain(readAs(chosen.components, values), false)}
                </p>
              </>
            )}
          </section>
        );
      }}
    />
  );
}
