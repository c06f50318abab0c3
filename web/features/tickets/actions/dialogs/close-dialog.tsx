import { useAtomValue, useSetAtom } from "jotai";
import { useState } from "react";
import { Tag } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { contacts } from "../../../../../api/features/contacts/contract.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { useCompanySetting } from "../../../../core/who/me.ts";
import { openNextAtom } from "../../../../core/who/preferences.ts";
import { useRead } from "../../../../core/query.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { ContactTags } from "../../tags/contact-tags.tsx";
import { busyAtom } from "../change.ts";
import { closing, finishTicket } from "../closing/close.ts";
import { goodbyeOf } from "../closing/goodbye.ts";
import { opensNext } from "../closing/next.ts";

interface Props {
  ticket: Ticket;
  /** The server has just asked for a tag, whatever this device knows of the setting. */
  tagWanted?: boolean;
  /** The ticket that is opened when this one is closed. */
  next?: string;
  onClose: () => void;
}

/**
 * Closing, with or without goodbye. Where the company wants a tag first, it can be given right here
 * (docs/product/tickets.md#close).
 */
export function CloseDialog({ ticket, tagWanted = false, next, onClose }: Props) {
  const { t } = useTranslation("tickets");
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const required = useCompanySetting("requiredTag") === "enabled" || tagWanted;
  const call = { params: { id: ticket.contactId } };
  const { data: contact } = useRead(contacts.show, call, { enabled: required, keep: false });
  const missing = required && contact?.tags.length === 0;
  const goodbye = goodbyeOf(ticket, closing());
  const [goesOn, setGoesOn] = useState<boolean>();
  const remember = useSetAtom(openNextAtom);
  const finish = (farewell: boolean) => {
    onClose();
    if (goesOn !== undefined) remember(goesOn ? "yes" : "no");
    void finishTicket(ticket, farewell, next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("close.title", { name: ticket.contact.name })}
      description={goodbye ? t(`close.${goodbye}.text`) : undefined}
      closeLabel={t("do.close")}
      actions={
        <>
          {goodbye && (
            <Button busy={busy} disabled={missing} onClick={() => finish(false)}>
              {t(`close.${goodbye}.without`)}
            </Button>
          )}
          <Button
            tone="primary"
            data-autofocus=""
            busy={busy}
            disabled={missing}
            onClick={() => finish(goodbye !== null)}
          >
            {goodbye ? t(`close.${goodbye}.with`) : t("action.close")}
          </Button>
        </>
      }
    >
      {required && contact && (
        <div className="space-y-3">
          {missing && (
            <p role="alert" className="flex items-start gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning">
              <Tag aria-hidden className="mt-0.5 size-4 shrink-0" />
              {t("errors.ERR_TICKET_TAG_REQUIRED")}
            </p>
          )}
          <ContactTags contact={contact} />
        </div>
      )}
      <Checkbox
        label={t("close.next")}
        checked={goesOn ?? opensNext()}
        onChange={(e) => setGoesOn(e.target.checked)}
      />
    </Dialog>
  );
}
