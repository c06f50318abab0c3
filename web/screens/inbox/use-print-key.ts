import { useEffect } from "react";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { openDialog } from "../../features/tickets/actions/dialogs.ts";

/** Ctrl+P prints the conversation, all of it, not the screen. */
export function usePrintKey(ticket: Ticket | undefined): void {
  useEffect(() => {
    if (!ticket) return;
    const onKey = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || e.key.toLowerCase() !== "p") return;
      e.preventDefault();
      openDialog({ kind: "print", ticket });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [ticket]);
}
