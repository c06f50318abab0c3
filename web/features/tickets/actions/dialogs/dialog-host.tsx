import { useAtomValue } from "jotai";
import { onDemand } from "../../../../core/app-files/on-demand.ts";
import { closeDialog, dialogAtom } from "../dialogs.ts";

const Queue = onDemand(() => import("./queue-dialog.tsx").then((m) => m.QueueDialog));
const Close = onDemand(() => import("./close-dialog.tsx").then((m) => m.CloseDialog));
const Transfer = onDemand(() => import("./transfer-dialog.tsx").then((m) => m.TransferDialog));
const Summary = onDemand(() => import("./summary-dialog.tsx").then((m) => m.SummaryDialog));
const Log = onDemand(() => import("./log-dialog.tsx").then((m) => m.LogDialog));
const Print = onDemand(() => import("../../print/print-dialog.tsx").then((m) => m.PrintDialog));
const Taken = onDemand(() => import("./taken-dialog.tsx").then((m) => m.TakenDialog));
const NewTicket = onDemand(() => import("./new-ticket-dialog.tsx").then((m) => m.NewTicketDialog));

/** Where dialogs about tickets appear. Each is loaded when first asked for. */
export function TicketDialogs() {
  const dialog = useAtomValue(dialogAtom);
  if (!dialog) return null;
  return (
    <>
      {dialog.kind === "queue" && <Queue {...dialog} onClose={closeDialog} />}
      {dialog.kind === "close" && <Close {...dialog} onClose={closeDialog} />}
      {dialog.kind === "transfer" && <Transfer {...dialog} onClose={closeDialog} />}
      {dialog.kind === "summary" && <Summary ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "log" && <Log ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "print" && <Print ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "taken" && <Taken {...dialog} onClose={closeDialog} />}
      {dialog.kind === "new" && <NewTicket contact={dialog.contact} onClose={closeDialog} />}
    </>
  );
}
