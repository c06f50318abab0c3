// What is asked before a card is changed: why it was won or lost, and what it is worth.
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { kanban, VALUE_MAX_CENTS } from "../../../api/features/kanban/contract.ts";
import { REASON_MAX } from "../../../api/features/tags/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { useCall } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { centsOf, moneyField } from "./money.ts";

interface Props {
  title: string;
  save: string;
  busy?: boolean;
  onClose: () => void;
  onSave: () => void;
  children: React.ReactNode;
}
function Question({ title, save, busy, onClose, onSave, children }: Props) {
  const { t } = useTranslation("kanban");
  const id = useId();
  const submit = (e: FormEvent) => {
    e.preventDefault();
    onSave();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" type="submit" form={id} busy={busy}>{save}</Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>{children}</form>
    </Dialog>
  );
}

interface ReasonProps {
  lane: string;
  outcome: "won" | "lost";
  onClose: () => void;
  onReason: (reason: string) => void;
}
/** Asks why something was won, or lost; what was lost is not moved without a reason. */
export function AskReason({ lane, outcome, onClose, onReason }: ReasonProps) {
  const { t } = useTranslation("kanban");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const missing = outcome === "lost" && reason.trim() === "";
  return (
    <Question
      title={t(`reason.${outcome}`, { lane })}
      save={t("reason.move")}
      onClose={onClose}
      onSave={() => missing ? setTried(true) : onReason(reason.trim())}
    >
      <Field
        label={t("reason.label")}
        hint={t("reason.hint")}
        error={tried && missing ? t("field.required") : undefined}
        required={outcome === "lost"}
      >
        <Input autoFocus maxLength={REASON_MAX} value={reason} onChange={(e) => setReason(e.target.value)} />
      </Field>
    </Question>
  );
}

/** Asks what a ticket is worth; an empty field says nothing of it. */
export function AskValue({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation("kanban");
  const [text, setText] = useState(moneyField(ticket.valueCents ?? null));
  const [tried, setTried] = useState(false);
  const set = useCall(kanban.value, { onSuccess: onClose });
  const cents = centsOf(text);
  const wrong = cents === undefined || (cents ?? 0) > VALUE_MAX_CENTS;
  const save = () => {
    setTried(true);
    if (!wrong) set.mutate({ params: { ticketId: ticket.id }, body: { valueCents: cents } });
  };
  return (
    <Question
      title={t("value.title", { name: ticket.contact.name })}
      save={t("do.save")}
      busy={set.isPending}
      onClose={onClose}
      onSave={save}
    >
      <Field label={t("value.label")} hint={t("value.hint")} error={tried && wrong ? t("value.wrong") : undefined}>
        <Input autoFocus inputMode="decimal" value={text} onChange={(e) => setText(e.target.value)} />
      </Field>
    </Question>
  );
}
