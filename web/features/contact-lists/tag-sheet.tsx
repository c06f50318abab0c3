import { useState } from "react";
import { useTranslation } from "react-i18next";
import { contactLists, listItems } from "../../../api/features/contact-lists/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { formatNumber } from "../../core/words/format.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";

/** Fills a contact list with the contacts that have a tag. */
export function TagSheet({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { t } = useTranslation("contact-lists");
  const { data: choices = [] } = useRead(tags.all, { query: {} });
  const [tagId, setTagId] = useState(0);
  const fill = useCall(contactLists.fromTag, {
    refresh: [listItems.list, contactLists.list],
    onSuccess: ({ created }) => {
      toast.success(t("fromTag.done", { count: created, n: formatNumber(created) }));
      onClose();
    },
  });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("fromTag.title")}
      dirty={false}
      busy={fill.isPending}
      saveLabel={t("fromTag.save")}
      onSubmit={(event) => {
        event.preventDefault();
        if (tagId) fill.mutate({ params: { id: listId }, body: { tagId } });
      }}
    >
      <Field label={t("fromTag.tag")} hint={t("fromTag.hint")} required>
        <Select value={tagId} onChange={(event) => setTagId(Number(event.target.value))}>
          <option value={0}>{t("fromTag.choose")}</option>
          {choices.map((tag) => <option key={tag.id} value={tag.id}>{tag.name}</option>)}
        </Select>
      </Field>
    </FormSheet>
  );
}
