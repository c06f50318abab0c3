import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { closeDialog, dialogAtom } from "../dialogs.ts";

const Queue = lazy(() => import("./queue-dialog.tsx").then((m) => ({ default: m.QueueDialog })));
const Close = lazy(() => import("./close-dialog.tsx").then((m) => ({ default: m.CloseDialog })));
const Transfer = lazy(() => import("./transfer-dialog.tsx").then((m) => ({ default: m.TransferDialog })));
const Summary = lazy(() => import("./summary-dialog.tsx").then((m) => ({ default: m.SummaryDialog })));
const Log = lazy(() => import("./log-dialog.tsx").then((m) => ({ default: m.LogDialog })));
const Print = lazy(() => import("../../print/print-dialog.tsx").then((m) => ({ default: m.PrintDialog })));
const Taken = lazy(() => import("./taken-dialog.tsx").then((m) => ({ default: m.TakenDialog })));
const NewTicket = lazy(() => import("./new-ticket-dialog.tsx").then((m) => ({ default: m.NewTicketDialog })));

/** Where dialogs about tickets appear. Each is loaded when first asked for. */
export function TicketDialogs() {
  const dialog = useAtomValue(dialogAtom);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      {dialog.kind === "queue" && <Queue {...dialog} onClose={closeDialog} />}
      {dialog.kind === "close" && <Close {...dialog} onClose={closeDialog} />}
      {dialog.kind === "transfer" && <Transfer {...dialog} onClose={closeDialog} />}
      {dialog.kind === "summary" && <Summary ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "log" && <Log ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "print" && <Print ticket={dialog.ticket} onClose={closeDialog} />}
      {dialog.kind === "taken" && <Taken {...dialog} onClose={closeDialog} />}
      {dialog.kind === "new" && <NewTicket contact={dialog.contact} onClose={closeDialog} />}
    </Suspense>
  );
}
