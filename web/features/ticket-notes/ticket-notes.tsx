import { Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { NOTE_MAX, NOTE_MIN, type TicketNote, ticketNotes } from "../../../api/features/ticket-notes/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { formatMoment } from "../../core/words/format.ts";
import { useMe } from "../../core/who/me.ts";
import { useCall, useRead } from "../../core/query.ts";
import { useOnline } from "../../core/use-online.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { EditNoteDialog } from "./edit-note-dialog.tsx";

/** What colleagues should know of this contact: notes of all their tickets, the latest first. */
export function TicketNotes({ ticket }: { ticket: Pick<Ticket, "id" | "contactId"> }) {
  const { t } = useTranslation("ticket-notes");
  const id = useId();
  const online = useOnline();
  const query = { contactId: ticket.contactId };
  const { data: notes, error, isPending, refetch } = useRead(ticketNotes.list, { query });
  const [text, setText] = useState("");
  const [short, setShort] = useState(false);
  const [edited, setEdited] = useState<TicketNote | null>(null);
  const create = useCall(ticketNotes.create, {
    onSuccess: () => {
      setText("");
      toast.success(t("added"));
    },
  });
  const add = () => {
    const note = text.trim();
    setShort(note.length < NOTE_MIN);
    if (note.length < NOTE_MIN) return;
    create.mutate({ body: { note, ticketId: ticket.id, contactId: ticket.contactId } });
  };
  return (
    <section aria-label={t("title")} className="border-t border-line px-4 py-4">
      <h3 className="mb-2 text-meta font-500 text-fg-subtle">{t("title")}</h3>
      <form
        noValidate
        className="space-y-2"
        onSubmit={(e) => {
          e.preventDefault();
          add();
        }}
      >
        <Textarea
          rows={2}
          aria-label={t("new")}
          aria-describedby={id}
          aria-invalid={short}
          maxLength={NOTE_MAX}
          disabled={!online}
          placeholder={t("placeholder")}
          value={text}
          onChange={(e) => {
            setText(e.target.value);
            setShort(false);
          }}
          onKeyDown={(e) => {
            if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
            e.preventDefault();
            add();
          }}
        />
        <p
          id={id}
          role={short ? "alert" : undefined}
          className={cn("text-meta", short ? "text-danger" : "text-fg-muted")}
        >
          {short ? t("short", { count: NOTE_MIN }) : online ? "" : t("offline")}
        </p>
        {text.trim() !== "" && (
          <div className="flex justify-end">
            <Button type="submit" size="small" tone="primary" busy={create.isPending}>{t("add")}</Button>
          </div>
        )}
      </form>
      {isPending && (
        <Late>
          <Skeleton className="mt-3 h-12" />
        </Late>
      )}
      {error && !notes && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className="mt-3 space-y-2">
        {notes?.map((note) => (
          <Note key={note.id} note={note} here={note.ticketId === ticket.id} online={online} onEdit={setEdited} />
        ))}
      </ul>
      {edited && <EditNoteDialog note={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

interface NoteProps {
  note: TicketNote;
  /** Of the ticket on screen; another's is named. */
  here: boolean;
  online: boolean;
  onEdit: (note: TicketNote) => void;
}
function Note({ note, here, online, onEdit }: NoteProps) {
  const { t } = useTranslation("ticket-notes");
  const me = useMe();
  const remove = useCall(ticketNotes.remove, { onSuccess: () => void toast.success(t("removed")) });
  const mayChange = me.profile === "admin" || note.user?.id === me.id;
  const ask = async () => {
    const sure = await confirm({ title: t("remove.title"), text: note.note, action: t("do.delete"), danger: true });
    if (sure) remove.mutate({ params: { id: note.id } });
  };
  return (
    <li className="rounded-card bg-note-soft px-3 py-2">
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">{note.note}</p>
      <div className="mt-1 flex items-center gap-1">
        <p className="min-w-0 flex-1 text-meta text-note">
          {[note.user?.name, formatMoment(note.createdAt), !here && `#${note.ticketId}`].filter(Boolean).join(" · ")}
        </p>
        {mayChange && (
          <>
            <IconButton small icon={Pencil} label={t("do.edit")} disabled={!online} onClick={() => onEdit(note)} />
            <IconButton small icon={Trash2} label={t("do.delete")} disabled={!online} onClick={() => void ask()} />
          </>
        )}
      </div>
    </li>
  );
}
