import { useAtomValue } from "jotai";
import { useTranslation } from "react-i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { busyAtom } from "./change.ts";
import { finishTicket } from "./close.ts";

/** Closing, with or without goodbye. A refusal leaves the dialog open: nothing has happened. */
export function CloseDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const busy = useAtomValue(busyAtom).has(ticket.id);
  const finish = async (farewell: boolean) => {
    if (await finishTicket(ticket, farewell)) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("close.title", { name: ticket.contact.name })}
      description={t("close.text")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button busy={busy} onClick={() => void finish(false)}>{t("close.without")}</Button>
          <Button tone="primary" busy={busy} onClick={() => void finish(true)}>{t("close.with")}</Button>
        </>
      }
    />
  );
}
