import { useAtomValue } from "jotai";
import i18next from "i18next";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { messages } from "../../../../../api/features/messages/contract.ts";
import { draftName, draftsAtom, writeDraft } from "../../../../core/drafts.ts";
import { say } from "../../../../core/words/i18n/i18n.ts";
import { wireCall } from "../../../../core/outbox/call.ts";
import { enqueue } from "../../../../core/outbox.ts";
import { CopyButton } from "../../../../patterns/copy-button.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { toast } from "../../../../ui/toast.tsx";
import type { Holder } from "../dialogs.ts";

interface Props {
  holder: Holder;
  /** The ticket one wanted, where something may be half written. */
  ticketId?: number;
  onClose: () => void;
}

/** Somebody else has this contact's ticket: who, and in which queue. What one had begun to write can be left to them. */
export function TakenDialog({ holder, ticketId, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const drafts = useAtomValue(draftsAtom);
  const name = ticketId === undefined ? "" : draftName(ticketId, false);
  const text = drafts.get(name)?.text.trim() ?? "";
  const leave = async () => {
    if (ticketId === undefined) return;
    onClose();
    try {
      const call = wireCall(messages.send, { params: { ticketId }, body: { body: text, isPrivate: true } });
      await enqueue({ ticketId, kind: "message", call });
      await writeDraft(name, "");
      toast.success(i18next.t("taken.left", { ns: "tickets" }));
    } catch {
      toast.error(say("outbox.full"));
    }
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={onClose}
      title={t("taken.title")}
      description={t("taken.text")}
      closeLabel={t("do.close")}
      actions={
        <>
          {text && holder.user && (
            <Button onClick={() => void leave()}>{t("taken.leave", { name: holder.user })}</Button>
          )}
          <Button tone="primary" onClick={onClose}>{t("taken.ok")}</Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-card bg-bg px-3 py-2.5">
        <dt className="text-fg-muted">{t("taken.user")}</dt>
        <dd className="font-600 wrap-anywhere">{holder.user || t("taken.nobody")}</dd>
        <dt className="text-fg-muted">{t("taken.queue")}</dt>
        <dd className="font-600 wrap-anywhere">{holder.queue || t("noQueue")}</dd>
      </dl>
      {text && (
        <section className="mt-4 space-y-1.5">
          <h3 className="text-meta font-500 text-fg-muted">{t("taken.draft")}</h3>
          <blockquote className="max-h-32 overflow-y-auto rounded-card border border-line px-3 py-2 whitespace-pre-wrap wrap-anywhere">
            {text}
          </blockquote>
          <CopyButton text={text} />
        </section>
      )}
    </Dialog>
  );
}
