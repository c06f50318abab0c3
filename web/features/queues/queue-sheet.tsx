import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { type Queue, QueueForm, queues } from "../../../api/features/queues/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showServerErrors } from "../../patterns/form-errors.ts";
import { FormSheet } from "../../patterns/form-sheet.tsx";
import { ColourField, swatches } from "../../ui/colour-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import { ApiError } from "../../core/api.ts";

interface Props {
  /** The queue to change; none makes a new one. */
  queue?: Queue;
  /** Colours that are taken: each queue has its own. */
  taken: readonly string[];
  onClose: () => void;
}

/** Creates or changes a queue. */
export function QueueSheet({ queue, taken, onClose }: Props) {
  const { t } = useTranslation("queues");
  const free = swatches.find((colour) => !taken.includes(colour)) ?? "#64748b";
  const form = useForm<z.input<typeof QueueForm>, unknown, z.output<typeof QueueForm>>({
    resolver: zodResolver(QueueForm),
    defaultValues: queue ??
      { name: "", color: free, greetingMessage: "", outOfHoursMessage: "", orderQueue: null, closeTicket: false },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [queues.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) => {
      if (showServerErrors(form, error)) return;
      if (error instanceof ApiError && error.code === "ERR_QUEUE_COLOR_ALREADY_EXISTS") form.setFocus("color");
      toastError(error);
    },
  };
  const create = useCall(queues.create, options);
  const update = useCall(queues.update, options);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={queue?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        queue ? update.mutate({ params: { id: queue.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus {...register("name")} />
      </Field>
      <Controller
        control={form.control}
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
          {...register("orderQueue", { setValueAs: (value) => value === "" || value === null ? null : Number(value) })}
        />
      </Field>
      <Field label={t("greeting")} hint={t("greetingHint")} error={fieldText(t, errors.greetingMessage)}>
        <Textarea rows={4} {...register("greetingMessage")} />
      </Field>
      <Field label={t("outOfHours")} error={fieldText(t, errors.outOfHoursMessage)}>
        <Textarea rows={3} {...register("outOfHoursMessage")} />
      </Field>
      <Switch label={t("closeTicket")} hint={t("closeTicketHint")} {...register("closeTicket")} />
    </FormSheet>
  );
}
