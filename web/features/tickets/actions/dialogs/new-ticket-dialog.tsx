import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { ErrorBody } from "../../../../../api/contract/errors.ts";
import { tickets } from "../../../../../api/features/tickets/contract.ts";
import { z } from "zod";
import { ApiError } from "../../../../core/who/api.ts";
import { href } from "../../../../core/page/href.ts";
import { wantReply } from "../../../../core/page/reply-field.ts";
import { useMe } from "../../../../core/who/me.ts";
import { toastError, useCall, useRead } from "../../../../core/query.ts";
import { ChannelName } from "../../../../patterns/channel-badge.tsx";
import { Failed } from "../../../../patterns/lists/empty.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/select.tsx";
import { navigate } from "wouter/use-browser-location";
import { showTicket, tellTicket } from "../change.ts";
import { type Chosen, ContactChoice } from "./contact-choice.tsx";
import { openDialog } from "../dialogs.ts";
import { useQueueChoices } from "./use-queue-choices.ts";

/** The ticket a 409 names (docs/product/tickets.md#opening). */
const Named = ErrorBody.extend({
  ticket: z.object({
    userId: z.number().nullable(),
    user: z.object({ name: z.string() }),
    queue: z.object({ name: z.string() }),
    uuid: z.string(),
  }),
});

/** Starts a conversation with a contact, known or new. */
export function NewTicketDialog({ contact, onClose }: { contact?: Chosen; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const me = useMe();
  const [chosen, setChosen] = useState<Chosen | null>(contact ?? null);
  const [tried, setTried] = useState(false);
  const queues = useQueueChoices(false);
  const [queue, setQueue] = useState("");
  const reach = { params: { contactId: chosen?.id ?? 0 } };
  const { data: lines, error: unread, refetch } = useRead(tickets.lines, reach, {
    enabled: chosen !== null,
    keep: false,
  });
  const [line, setLine] = useState<number>();
  const whatsappId = lines?.find((entry) => entry.id === line)?.id ?? lines?.[0]?.id;
  const queueId = Number(queue) || (queues.length === 1 ? queues[0]?.id : undefined);
  const create = useCall(tickets.create, {
    silent: true,
    onSuccess: (ticket) => {
      onClose();
      tellTicket(ticket);
      showTicket(ticket);
      wantReply(ticket.uuid);
    },
    onError: (error) => {
      const named = error instanceof ApiError && error.code === "ERR_OTHER_OPEN_TICKET" && Named.safeParse(error.body);
      if (!named || !named.success) return toastError(error);
      const { userId, user, queue, uuid } = named.data.ticket;
      onClose();
      if (userId === me.id) {
        navigate(href("ticket", { uuid }));
        wantReply(uuid);
      } else openDialog({ kind: "taken", holder: { user: user.name, queue: queue.name } });
    },
  });
  const submit = () => {
    setTried(true);
    if (!chosen || !queueId || !whatsappId) return;
    create.mutate({ body: { contactId: chosen.id, userId: me.id, status: "open", queueId, whatsappId } });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("new.title")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" busy={create.isPending || (chosen !== null && !lines && !unread)} onClick={submit}>
            {t("new.open")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <ContactChoice value={chosen} onChange={setChosen} missing={tried && !chosen} />
        <Field label={t("new.queue")} error={tried && !queueId ? t("transfer.chooseQueue") : undefined} required>
          <Select value={queueId ?? ""} onChange={(e) => setQueue(e.target.value)}>
            <option value="">{t("transfer.chooseQueue")}</option>
            {queues.map((entry) => <option key={entry.id} value={entry.id}>{entry.name}</option>)}
          </Select>
        </Field>
        {unread && !lines && <Failed error={unread} onRetry={() => void refetch()} />}
        {chosen && !lines && !unread && (
          <Field label={t("new.connection")} required>
            <Select disabled value="">
              <option value="">{t("state.loading")}</option>
            </Select>
          </Field>
        )}
        {lines && (
          <Field label={t("new.connection")} error={lines.length === 0 ? t("new.outOfReach") : undefined} required>
            <Select
              value={whatsappId ?? ""}
              disabled={lines.length === 0}
              onChange={(e) =>
                setLine(Number(e.target.value))}
            >
              {lines.map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {entry.name} · <ChannelName channel={entry.channel} />
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
    </Dialog>
  );
}
