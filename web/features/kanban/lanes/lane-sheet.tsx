import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { type Tag, TAG_NAME_MAX, TagForm, tags } from "../../../../api/features/tags/contract.ts";
import { toastError, useCall } from "../../../core/query.ts";
import { randomColour } from "../../../core/words/random-colour.ts";
import { fieldText, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../../patterns/forms/form-sheet.tsx";
import { MinutesInput, wholeNumber } from "../../../patterns/forms/minutes-input.tsx";
import { ColourField } from "../../../ui/colour-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.tsx";

interface Props {
  lane?: Tag;
  boardId: number;
  lanes: readonly Tag[];
  onClose: () => void;
}
const id = (value: unknown): number | null => Number(value) || null;

/** Makes a lane or changes it: its name and colour, and what it does by itself. */
export function LaneSheet({ lane, boardId, lanes, onClose }: Props) {
  const { t } = useTranslation("kanban");
  const [start] = useState(() => ({
    name: lane?.name ?? "",
    color: lane?.color ?? randomColour(),
    kanban: 1,
    outcome: lane?.outcome ?? null,
    timeLane: lane?.timeLane ?? 0,
    nextLaneId: lane?.nextLaneId ?? null,
    rollbackLaneId: lane?.rollbackLaneId ?? null,
    greetingMessageLane: lane?.greetingMessageLane ?? "",
  }));
  const form = useForm<z.input<typeof TagForm>, unknown, z.output<typeof TagForm>>({
    resolver: zodResolver(TagForm),
    defaultValues: start,
  });
  const { register, control, formState: { errors, isDirty } } = form;
  const { timeLane } = useWatch({ control });
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
  const others = lanes.filter((one) => one.id !== lane?.id);
  const choices = others.map(({ id, name }) => <option key={id} value={id}>{name}</option>);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={lane?.name ?? t("lane.add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        lane ? update.mutate({ params: { id: lane.id }, body }) : create.mutate({ body: { ...body, boardId } })
      )}
    >
      <Field label={t("lane.name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={TAG_NAME_MAX} autoFocus {...register("name")} />
      </Field>
      <Controller
        control={control}
        name="color"
        render={({ field }) => (
          <Field label={t("lane.color")} error={fieldText(t, errors.color)} required>
            <ColourField {...field} value={field.value ?? ""} swatchLabel={t("colour.swatch")} />
          </Field>
        )}
      />
      <Field label={t("lane.outcome")} hint={t("lane.outcomeHint")} error={fieldText(t, errors.outcome)}>
        <Select {...register("outcome", { setValueAs: (value) => value || null })}>
          <option value="">{t("outcome.none")}</option>
          <option value="won">{t("outcome.won")}</option>
          <option value="lost">{t("outcome.lost")}</option>
        </Select>
      </Field>
      <Field label={t("lane.time")} hint={t("lane.timeHint")} error={fieldText(t, errors.timeLane)}>
        <MinutesInput {...register("timeLane", { setValueAs: wholeNumber })} />
      </Field>
      {Number(timeLane) > 0 && (
        <Field label={t("lane.next")} error={fieldText(t, errors.nextLaneId)}>
          <Select {...register("nextLaneId", { setValueAs: id })}>
            <option value="">{t("lane.stays")}</option>
            {choices}
          </Select>
        </Field>
      )}
      <Field label={t("lane.rollback")} hint={t("lane.rollbackHint")} error={fieldText(t, errors.rollbackLaneId)}>
        <Select {...register("rollbackLaneId", { setValueAs: id })}>
          <option value="">{t("lane.stays")}</option>
          {choices}
        </Select>
      </Field>
      <Field
        label={t("lane.greeting")}
        hint={t("lane.greetingHint", { example: "{{name}}" })}
        error={fieldText(t, errors.greetingMessageLane)}
      >
        <Textarea rows={4} maxLength={4000} {...register("greetingMessageLane")} />
      </Field>
    </FormSheet>
  );
}
