import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { keyScopes } from "../../../api/contract/programs/keys.ts";
import { type ApiKey, ApiKeyForm, apiKeys } from "../../../api/features/api-keys/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

type Values = z.input<typeof ApiKeyForm>;
type Body = z.output<typeof ApiKeyForm>;
interface Props {
  /** The key to change; none makes a new one. */
  record?: ApiKey;
  onClose: () => void;
  onMade: (made: { name: string; token: string | undefined }) => void;
}

/** The last moment of a day where the person is. */
const endOf = (day: string) => day ? new Date(`${day}T23:59:59`).toISOString() : null;
/** The day of an instant where the person is. */
const dayOf = (instant: string | null | undefined) =>
  instant
    ? new Date(new Date(instant).getTime() - new Date(instant).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
    : "";

/** Makes or changes a key: its name, what it may do, and until when. */
export function KeySheet({ record, onClose, onMade }: Props) {
  const { t } = useTranslation("api-keys");
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(ApiKeyForm),
    defaultValues: {
      name: record?.name ?? "",
      scopes: record?.scopes ?? [],
      expiresAt: record?.expiresAt ?? null,
    },
  });
  const { register, control, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [apiKeys.list],
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(apiKeys.create, {
    ...options,
    onSuccess: ({ name, token }) => {
      onMade({ name, token });
      onClose();
    },
  });
  const update = useCall(apiKeys.update, {
    ...options,
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
  });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        record ? update.mutate({ params: { id: record.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} hint={t("nameHint")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus {...register("name")} />
      </Field>
      <fieldset>
        <legend className="pb-1.5 text-meta font-500">{t("scopes")}</legend>
        <div className="space-y-2">
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`scope.${scope.replace(":", "_")}`)}
              hint={t(`scopeHint.${scope.replace(":", "_")}`)}
              {...register("scopes")}
            />
          ))}
        </div>
        {errors.scopes && <p role="alert" className="pt-1.5 text-meta text-danger">{t("scopesNone")}</p>}
      </fieldset>
      <Controller
        control={control}
        name="expiresAt"
        render={({ field }) => (
          <Field label={t("expires")} hint={t("expiresHint")} error={fieldText(t, errors.expiresAt)}>
            <Input
              type="date"
              value={dayOf(field.value)}
              onChange={(event) =>
                field.onChange(endOf(event.target.value))}
            />
          </Field>
        )}
      />
    </FormSheet>
  );
}
