import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { toastError, useCall, write } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { cn } from "../../ui/cn.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { ContactRow } from "./contact-cells.tsx";

interface Props {
  pair: readonly [Contact, Contact];
  onClose: () => void;
  onDone: () => void;
}
const UNDO_MS = 10_000;

/** Two contacts that are one person: which one stays is chosen, what comes of it is shown, and it can be undone. */
export function MergeDialog({ pair, onClose, onDone }: Props) {
  const { t } = useTranslation("contacts");
  const [keptId, setKeptId] = useState(pair[0].id);
  const kept = pair[0].id === keptId ? pair[0] : pair[1];
  const gone = pair[0].id === keptId ? pair[1] : pair[0];
  const undo = async (contactId: number) => {
    try {
      const [merge] = await callApi(contacts.merges, { params: { id: contactId } });
      if (!merge) return;
      const back = await write(contacts.undoMerge, { params: { id: merge.id } });
      toast.success(t("merge.undone", { name: back.name }));
    } catch (error) {
      toastError(error);
    }
  };
  const merge = useCall(contacts.merge, {
    onSuccess: ({ id, name }) => {
      toast.success(t("merge.done", { name }), {
        action: { label: t("do.undo"), run: () => void undo(id) },
        time: UNDO_MS,
      });
      onDone();
    },
  });
  const tags = [...kept.tags, ...gone.tags.filter(({ id }) => !kept.tags.some((tag) => tag.id === id))];
  const facts: [string, string][] = [
    [t("field.name"), kept.name],
    [t("field.number"), phoneNumber(kept.number || gone.number) || "—"],
    [t("field.email"), kept.email || gone.email || "—"],
  ];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("merge.title")}
      description={t("merge.text")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button
            tone="primary"
            busy={merge.isPending}
            onClick={() => merge.mutate({ params: { id: kept.id }, body: { contactId: gone.id } })}
          >
            {t("merge.action")}
          </Button>
        </>
      }
    >
      <fieldset className="space-y-2">
        <legend className="mb-1 text-meta font-500 text-fg-muted">{t("merge.which")}</legend>
        {pair.map((contact) => (
          <label
            key={contact.id}
            className={cn(
              "flex cursor-pointer items-center gap-3 rounded-card border p-3",
              contact.id === keptId ? "border-primary bg-primary-soft" : "border-line hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name="kept"
              checked={contact.id === keptId}
              onChange={() => setKeptId(contact.id)}
              className="size-4 shrink-0 accent-(--primary)"
            />
            <span className="min-w-0 flex-1">
              <ContactRow contact={contact} />
            </span>
          </label>
        ))}
      </fieldset>
      <p className="my-3 flex items-center justify-center gap-2 text-meta text-fg-muted">
        <ArrowDown aria-hidden className="size-4" /> {t("merge.becomes")}
      </p>
      <dl className="space-y-2 rounded-card border border-line p-3">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-3">
            <dt className="w-24 shrink-0 text-meta text-fg-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="flex gap-3">
          <dt className="w-24 shrink-0 text-meta text-fg-muted">{t("field.tags")}</dt>
          <dd className="flex min-w-0 flex-wrap gap-1">
            {tags.length ? tags.map((tag) => <Chip key={tag.id} colour={tag.color}>{tag.name}</Chip>) : "—"}
          </dd>
        </div>
        <div className="flex gap-3">
          <dt className="w-24 shrink-0 text-meta text-fg-muted">{t("merge.tickets")}</dt>
          <dd>{t("merge.both")}</dd>
        </div>
      </dl>
    </Dialog>
  );
}
