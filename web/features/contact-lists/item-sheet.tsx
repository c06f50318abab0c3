import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { LIST_NAME_MAX, type ListItem, ListItemForm, listItems } from "../../../api/features/contact-lists/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Adds or changes a person of a contact list. */
export function ItemSheet({ listId, item, onClose }: { listId: number; item?: ListItem; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const form = useForm<z.input<typeof ListItemForm>, unknown, z.output<typeof ListItemForm>>({
    resolver: zodResolver(ListItemForm),
    defaultValues: {
      name: item?.name ?? "",
      number: item ? phoneNumber(item.number) : "",
      email: item?.email ?? "",
      contactListId: listId,
    },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [listItems.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) => showServerErrors(form, error) || toastError(error),
  };
  const create = useCall(listItems.create, options);
  const update = useCall(listItems.update, options);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={item?.name ?? t("addPerson")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        item ? update.mutate({ params: { id: item.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={LIST_NAME_MAX} autoFocus {...register("name")} />
      </Field>
      <Field label={t("number")} hint={t("numberHint")} error={fieldText(t, errors.number)} required>
        <Input type="tel" inputMode="tel" maxLength={50} {...register("number")} />
      </Field>
      <Field label={t("email")} error={fieldText(t, errors.email)}>
        <Input type="email" maxLength={200} {...register("email")} />
      </Field>
    </FormSheet>
  );
}
