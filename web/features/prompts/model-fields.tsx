import { ListRestart } from "lucide-react";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { prompts } from "../../../api/features/prompts/contract.ts";
import { useCall } from "../../core/query.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import type { Values } from "./prompt-sheet.tsx";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  /** Of a stored prompt: its key is used where none is typed. */
  id?: number;
  hasKey: boolean;
}

/** Where the model is, its key, and which one of those that the address offers. */
export function ModelFields({ form, id, hasKey }: Props) {
  const { t } = useTranslation("prompts");
  const list = useId();
  const { register, getValues, formState: { errors } } = form;
  const models = useCall(prompts.models);
  const look = () => {
    const { baseUrl = "", apiKey } = getValues();
    models.mutate({ body: { baseUrl, apiKey, ...id !== undefined && { id } } });
  };
  return (
    <>
      <Field label={t("key")} hint={hasKey ? t("keySet") : t("keyHint")} error={fieldText(t, errors.apiKey)}>
        <Input maxLength={500} spellCheck={false} autoComplete="off" className="font-mono" {...register("apiKey")} />
      </Field>
      <Field label={t("address")} hint={t("addressHint")} error={fieldText(t, errors.baseUrl)}>
        <Input type="url" inputMode="url" maxLength={500} spellCheck={false} {...register("baseUrl")} />
      </Field>
      <div className="flex items-end gap-2">
        <Field label={t("model")} error={fieldText(t, errors.model)} className="flex-1">
          <Input maxLength={100} list={list} spellCheck={false} {...register("model")} />
        </Field>
        <Button busy={models.isPending} onClick={look}>
          <ListRestart aria-hidden /> {t("models")}
        </Button>
      </div>
      <datalist id={list}>{models.data?.models.map((one) => <option key={one} value={one} />)}</datalist>
      {models.data && (
        <p role="status" className={models.data.reason ? "text-meta text-danger" : "text-meta text-fg-muted"}>
          {models.data.reason
            ? t(`reason.${models.data.reason}`)
            : t("modelsFound", { count: models.data.models.length })}
        </p>
      )}
    </>
  );
}
