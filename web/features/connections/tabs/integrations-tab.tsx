import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { integrations } from "../../../../api/features/integrations/contract.ts";
import { prompts } from "../../../../api/features/prompts/contract.ts";
import { useMe } from "../../../core/who/me.ts";
import { RecordSelect } from "../../../patterns/forms/record-select.tsx";
import { Field } from "../../../ui/field.tsx";
import type { Values } from "../editor/connection-form.ts";

/** The service, or the model, that answers whoever writes first over this connection. */
export function IntegrationsTab({ form }: { form: UseFormReturn<Values, unknown, unknown> }) {
  const { t } = useTranslation("connections");
  const { useIntegrations, useOpenAi } = useMe().company.plan;
  const both = Boolean(form.watch("integrationId")) && Boolean(form.watch("promptId"));
  return (
    <>
      {useIntegrations && (
        <Controller
          control={form.control}
          name="integrationId"
          render={({ field: { value, onChange } }) => (
            <Field label={t("integration.label")} hint={t("integration.hint")}>
              <RecordSelect
                from={integrations.list}
                value={value ? Number(value) : null}
                onChange={onChange}
                none={t("integration.none")}
              />
            </Field>
          )}
        />
      )}
      {useOpenAi && (
        <Controller
          control={form.control}
          name="promptId"
          render={({ field: { value, onChange } }) => (
            <Field label={t("prompt.label")} hint={t(both ? "prompt.both" : "prompt.hint")}>
              <RecordSelect
                from={prompts.list}
                value={value ? Number(value) : null}
                onChange={onChange}
                none={t("prompt.none")}
              />
            </Field>
          )}
        />
      )}
    </>
  );
}
