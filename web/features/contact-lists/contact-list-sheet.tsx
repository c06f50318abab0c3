import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { navigate } from "wouter/use-browser-location";
import type { z } from "zod";
import {
  type ContactList,
  ContactListForm,
  contactLists,
  LIST_NAME_MAX,
} from "../../../api/features/contact-lists/contract.ts";
import { href } from "../../core/page/href.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Names a contact list; a new one is opened at once, to be filled. */
export function ContactListSheet({ list, onClose }: { list?: ContactList; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const form = useForm<z.input<typeof ContactListForm>, unknown, z.output<typeof ContactListForm>>({
    resolver: zodResolver(ContactListForm),
    defaultValues: { name: list?.name ?? "" },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [contactLists.list, contactLists.all],
    onSuccess: (saved: ContactList) => {
      onClose();
      if (list) toast.success(t("state.saved"));
      else navigate(href("contactListItems", { contactListId: saved.id }));
    },
    onError: (error: unknown) => showServerErrors(form, error) || toastError(error),
  };
  const create = useCall(contactLists.create, options);
  const update = useCall(contactLists.update, options);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={list?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        list ? update.mutate({ params: { id: list.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={LIST_NAME_MAX} autoFocus {...register("name")} />
      </Field>
    </FormSheet>
  );
}
