import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import {
  NOTE_MAX,
  NOTE_MIN,
  NoteForm,
  type TicketNote,
  ticketNotes,
} from "../../../api/features/ticket-notes/contract.ts";
import { useCall } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Changes a note's text; author and time stay. */
export function EditNoteDialog({ note, onClose }: { note: TicketNote; onClose: () => void }) {
  const { t } = useTranslation("ticket-notes");
  const form = useForm<z.input<typeof NoteForm>>({
    resolver: zodResolver(NoteForm),
    defaultValues: { note: note.note },
  });
  const save = useCall(ticketNotes.update, {
    onSuccess: () => {
      toast.success(t("saved"));
      onClose();
    },
  });
  const submit = form.handleSubmit((body) => save.mutate({ params: { id: note.id }, body }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("edit")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" busy={save.isPending} onClick={() => void submit()}>{t("do.save")}</Button>
        </>
      }
    >
      <form noValidate onSubmit={(e) => void submit(e)}>
        <Field label={t("new")} error={form.formState.errors.note && t("short", { count: NOTE_MIN })} required>
          <Textarea rows={4} maxLength={NOTE_MAX} autoFocus {...form.register("note")} />
        </Field>
      </form>
    </Dialog>
  );
}
