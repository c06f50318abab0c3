import { serverNow } from "../../../core/clock.ts";
import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { useMe } from "../../../core/who/me.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { toastError } from "../../../core/query.ts";
import { useOnline } from "../../../core/use-online.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { entryOf, protocolOf } from "./entries.ts";
import { printInFrame } from "./frame.ts";
import { loadConversation, loadPictures } from "./load.ts";
import { Printed } from "./printed.tsx";

const word = (key: string) => i18next.t(key, { ns: "messages" });
const words = () => ({
  automatic: word("automatic"),
  phone: word("info.phone"),
  note: word("note.title"),
  deleted: word("deleted.plain"),
  edited: word("edited"),
  call: (key: string) => word(`call.${key}`),
  poll: word("poll"),
  failed: (code: string | null) => i18next.t("print.failed", { ns: "tickets", why: code ? codeText(code) : "" }).trim(),
  uncertain: i18next.t("print.uncertain", { ns: "tickets" }),
  kind: (kind: string) => i18next.t(`kind.${kind}`, { ns: "messages", defaultValue: word("kind.unknown") }),
});

/** A conversation as PDF or on paper, A4: all of it, loaded while one sees how far it is. */
export function PrintDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const online = useOnline();
  const [whole, setWhole] = useState(false);
  const [pictures, setPictures] = useState(true);
  const [notes, setNotes] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const title = t("print.heading", { name: ticket.contact.name, id: ticket.id });
  const facts = () =>
    [
      [t("contact.name"), ticket.contact.name],
      [t("contact.number"), ticket.isGroup ? "" : phoneNumber(ticket.contact.number)],
      [t("print.ticket"), `#${ticket.id} · ${t(`status.${ticket.status}`, ticket.status)}`],
      [t("print.protocol"), protocolOf(ticket)],
      [t("queue.label"), ticket.queue?.name ?? ""],
      [t("taken.user"), ticket.user?.name ?? ""],
      [t("contact.connection"), ticket.whatsapp?.name ?? ""],
    ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const print = async () => {
    const control = running.current = new AbortController();
    const { signal } = control;
    setProgress(t("print.loading", { count: 0 }));
    try {
      const onProgress = (count: number) => setProgress(t("print.loading", { count }));
      const said = await loadConversation({ ticketId: ticket.id, whole, notes, signal, onProgress });
      if (said.length === 0) return void toast.error(t("print.nothing"));
      const entries = said.map((message) => entryOf(message, ticket.contact.name, words()));
      const paths = pictures ? entries.flatMap(({ picture }) => picture ?? []) : [];
      const shown = await loadPictures(
        paths,
        signal,
        (done) => setProgress(t("print.pictures", { done, count: paths.length })),
      );
      signal.throwIfAborted();
      const made = t("print.made", { when: formatMoment(serverNow()), name: me.name });
      const head = { company: me.company.name, title, facts: facts(), made };
      const forget = () => shown.forEach((url) => URL.revokeObjectURL(url));
      await printInFrame(title, <Printed head={head} entries={entries} pictures={shown} />, forget);
      onClose();
    } catch (error) {
      if (!signal.aborted) toastError(error);
    } finally {
      setProgress(null);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("print.title")}
      description={t("print.text")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={() => progress === null ? onClose() : running.current?.abort()}>{t("do.cancel")}</Button>
          <Button tone="primary" autoFocus disabled={!online} busy={progress !== null} onClick={() => void print()}>
            {t("print.go")}
          </Button>
        </>
      }
    >
      <div className="space-y-2 py-1">
        <Checkbox label={t("print.whole")} checked={whole} onChange={(e) => setWhole(e.target.checked)} />
        <Checkbox label={t("print.withPictures")} checked={pictures} onChange={(e) => setPictures(e.target.checked)} />
        <Checkbox label={t("print.withNotes")} checked={notes} onChange={(e) => setNotes(e.target.checked)} />
        <p role="status" className="flex min-h-6 items-center gap-2 text-meta text-fg-muted tabular-nums">
          {progress !== null && <Spinner />} {progress ?? (online ? "" : t("print.offline"))}
        </p>
      </div>
    </Dialog>
  );
}
