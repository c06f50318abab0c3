import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { type Tag, TAG_NAME_MAX, TagForm, tags } from "../../../api/features/tags/contract.ts";
import { randomColour } from "../../core/words/random-colour.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ColourField } from "../../ui/colour-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Creates or changes a tag of contacts; a new one comes with a random colour. */
export function TagSheet({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const { t } = useTranslation("tags");
  const [start] = useState(() => ({ name: tag?.name ?? "", color: tag?.color ?? randomColour() }));
  const form = useForm<z.input<typeof TagForm>, unknown, z.output<typeof TagForm>>({
    resolver: zodResolver(TagForm),
    defaultValues: start,
  });
  const { register, control, formState: { errors, isDirty } } = form;
  const { name, color } = useWatch({ control });
  const options = {
    silent: true as const,
    refresh: [tags.list, tags.all],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) => showServerErrors(form, error) || toastError(error),
  };
  const create = useCall(tags.create, options);
  const update = useCall(tags.update, options);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={tag?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        tag ? update.mutate({ params: { id: tag.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={TAG_NAME_MAX} autoFocus {...register("name")} />
      </Field>
      <Controller
        control={control}
        name="color"
        render={({ field }) => (
          <Field label={t("color")} error={fieldText(t, errors.color)} required>
            <ColourField {...field} value={field.value ?? ""} swatchLabel={t("colour.swatch")} />
          </Field>
        )}
      />
      {name?.trim() && /^#[0-9a-f]{6}$/i.test(color ?? "") && (
        <p className="flex items-center gap-2 text-meta text-fg-muted">
          {t("preview")} <Chip colour={color!} className="max-w-60!">{name}</Chip>
        </p>
      )}
    </FormSheet>
  );
}
