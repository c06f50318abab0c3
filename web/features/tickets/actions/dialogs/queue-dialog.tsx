import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dot } from "../../../../ui/chip.tsx";
import { cn } from "../../../../ui/cn.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { takeInto, type Taking } from "../take.ts";
import { useQueueChoices } from "./use-queue-choices.ts";

interface Props {
  ticket: Ticket;
  then: Taking;
  onClose: () => void;
}

/** A ticket without a queue gets one before it is taken. */
export function QueueDialog({ ticket, then, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const choices = useQueueChoices(false);
  const [queueId, setQueueId] = useState<number | null>(null);
  const chosen = queueId ?? (choices.length === 1 ? choices[0]?.id ?? null : null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`queue.${then}`, { name: ticket.contact.name })}
      description={t("queue.hint")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button
            tone="primary"
            disabled={chosen === null}
            onClick={() => {
              onClose();
              void takeInto(ticket, chosen, then, choices.find((queue) => queue.id === chosen) ?? null);
            }}
          >
            {t(`action.${then}`)}
          </Button>
        </>
      }
    >
      <div role="radiogroup" aria-label={t("queue.label")} className="-mx-2 space-y-0.5 py-1">
        {choices.map((queue) => (
          <label
            key={queue.id}
            className={cn(
              "flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover touch:min-h-11",
              chosen === queue.id && "bg-primary-soft",
            )}
          >
            <input
              type="radio"
              name="queue"
              checked={chosen === queue.id}
              onChange={() => setQueueId(queue.id)}
              className="size-4 accent-primary"
            />
            <Dot colour={queue.color} />
            <span className="min-w-0 wrap-anywhere">{queue.name}</span>
          </label>
        ))}
      </div>
    </Dialog>
  );
}
