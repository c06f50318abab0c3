import { zodResolver } from "@hookform/resolvers/zod";
import { useAtomValue } from "jotai";
import i18next from "i18next";
import { Sparkles } from "lucide-react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { z } from "zod";
import { type Ticket, tickets } from "../../../../../api/features/tickets/contract.ts";
import { users } from "../../../../../api/features/users/contract.ts";
import { callApi } from "../../../../core/who/api.ts";
import { useHasAssistant } from "../../../../core/who/assistant.ts";
import { currentMe } from "../../../../core/who/me.ts";
import { useRead } from "../../../../core/query.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Textarea } from "../../../../ui/input.tsx";
import { Select } from "../../../../ui/select.tsx";
import { toast } from "../../../../ui/toast.tsx";
import { discard, type OutboxRow } from "../../../../core/outbox.ts";
import { busyAtom, changeTicket, heardWell, leaveTicket, showTicket, tellTicket, undo } from "../change.ts";
import { ColleaguePicker } from "./colleague-picker.tsx";
import { useSummary } from "./use-summary.ts";
import { useQueueChoices } from "./use-queue-choices.ts";

const Form = z.object({
  queueId: z.coerce.number().int().min(1),
  userId: z.number().nullable(),
  message: z.string().max(4000),
});

const badge = (one: { id: number; name: string; color: string } | null) =>
  one && { id: one.id, name: one.name, color: one.color };

interface Props {
  ticket: Ticket;
  /** A transfer that was refused, to be tried in another way. */
  again?: OutboxRow;
  onClose: () => void;
}

/** Hands a ticket to a queue or to a colleague of it; the message becomes a private note (docs/product/tickets.md#transfer). */
export function TransferDialog({ ticket, again, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const queues = useQueueChoices(true);
  const { data: team = [] } = useRead(users.colleagues);
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: {
      // Never the queue it is in: that would be no transfer.
      queueId: typeof again?.call.body?.queueId === "number" ? again.call.body.queueId : "",
      userId: null,
      message: typeof again?.call.body?.msgTransfer === "string" ? again.call.body.msgTransfer : "",
    },
  });
  const { register, watch, setValue, formState: { errors } } = form;
  const [queueId, userId] = watch(["queueId", "userId"]);
  const summarises = useHasAssistant();
  const summary = useSummary(ticket.id, (text) => {
    const written = form.getValues("message").trim();
    setValue("message", [written, text].filter(Boolean).join("\n\n").slice(0, 4000), { shouldDirty: true });
  });
  const submit = form.handleSubmit(async ({ queueId, userId, message }) => {
    const body = { queueId, userId, msgTransfer: message || null, isTransfered: true, ifUserId: ticket.userId };
    const queue = queues.find((one) => one.id === queueId) ?? null;
    const user = team.find((one) => one.id === userId) ?? null;
    const row = await changeTicket(ticket, "transfer", body, { queue: badge(queue), user: badge(user) });
    if (!row) return;
    if (again) void discard(again.id);
    onClose();
    if (!await heardWell(row)) return;
    if (userId !== currentMe()?.id) leaveTicket(ticket.uuid);
    const to = user?.name ?? queue?.name ?? "";
    const back = async () => {
      const answer = await callApi(tickets.takeBack, { params: { id: ticket.id } });
      tellTicket(answer);
      showTicket(answer);
    };
    toast.success(i18next.t("transfer.done", { ns: "tickets", name: ticket.contact.name, to }), {
      action: { label: i18next.t("do.undo"), run: () => void undo(row, back) },
    });
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("transfer.title", { name: ticket.contact.name })}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" busy={busy} onClick={() => void submit()}>{t("action.transfer")}</Button>
        </>
      }
    >
      <form noValidate className="space-y-4" onSubmit={(e) => void submit(e)}>
        <Field label={t("transfer.queue")} error={errors.queueId && t("transfer.chooseQueue")} required>
          <Select
            value={String(queueId)}
            onChange={(e) => {
              setValue("queueId", e.target.value, { shouldValidate: form.formState.isSubmitted });
              setValue("userId", null);
            }}
          >
            <option value="">{t("transfer.chooseQueue")}</option>
            {queues.map((queue) => <option key={queue.id} value={queue.id}>{queue.name}</option>)}
          </Select>
        </Field>
        <ColleaguePicker
          key={String(queueId)}
          queueId={Number(queueId) || null}
          value={userId}
          onChange={(id) => setValue("userId", id)}
        />
        <Field label={t("transfer.message")} hint={t("transfer.messageHint")}>
          <Textarea rows={summarises ? 5 : 3} maxLength={4000} {...register("message")} />
        </Field>
        {summarises && (
          <Button size="small" busy={summary.busy} onClick={summary.ask}>
            <Sparkles aria-hidden /> {t("summary.add")}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
