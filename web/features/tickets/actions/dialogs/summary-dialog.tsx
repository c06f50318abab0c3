import { useEffect, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { messages } from "../../../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { enqueue } from "../../../../core/outbox.ts";
import { wireCall } from "../../../../core/outbox/call.ts";
import { say } from "../../../../core/words/i18n/i18n.ts";
import { CopyButton } from "../../../../patterns/copy-button.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Textarea } from "../../../../ui/input.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { useSummary } from "./use-summary.ts";

/** What the conversation was about, for a colleague: read, changed, copied, or kept as a private note. */
export function SummaryDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const [text, setText] = useState<string | null>(null);
  const { ask, busy } = useSummary(ticket.id, setText, onClose);
  useEffect(() => ask(), []);
  const keep = async () => {
    try {
      const body = { body: (text ?? "").trim(), isPrivate: true };
      await enqueue({
        ticketId: ticket.id,
        kind: "message",
        call: wireCall(messages.send, { params: { ticketId: ticket.id }, body }),
      });
      onClose();
    } catch {
      toast.error(say("outbox.full"));
    }
  };
  const mayNote = ticket.status === "open" || ticket.status === "group";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("summary.title", { name: ticket.contact.name })}
      closeLabel={t("do.close")}
      actions={text !== null && (
        <>
          <CopyButton text={text} size="normal" />
          {mayNote && (
            <Button tone="primary" disabled={!text.trim()} onClick={() => void keep()}>{t("summary.keep")}</Button>
          )}
        </>
      )}
    >
      {busy && (
        <div role="status" aria-label={t("summary.thinking")} className="space-y-2">
          {[0, 1, 2].map((row) => <Skeleton key={row} className="h-5" />)}
        </div>
      )}
      {text !== null && (
        <Textarea
          rows={8}
          maxLength={4000}
          aria-label={t("summary.label")}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      )}
    </Dialog>
  );
}
