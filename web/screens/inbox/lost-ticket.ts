// A ticket that is deleted, or that one may no longer see, while its conversation is open.
import i18next from "i18next";
import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { type Ticket, ticketChanged } from "../../../api/features/tickets/contract.ts";
import { ApiError } from "../../core/who/api.ts";
import { draftName, draftNow, saveBoxes } from "../../core/drafts.ts";
import { href } from "../../core/page/href.ts";
import { onEvent } from "../../core/live.ts";
import { toast } from "../../ui/toast.tsx";

const NOTICE_MS = 10_000;

/** Back to the list with a quiet notice. What was half written stays, and can be taken along. */
function leave(ticket: Pick<Ticket, "id" | "uuid" | "contact"> | undefined, uuid: string) {
  if (location.pathname !== href("ticket", { uuid })) return;
  saveBoxes();
  const text = ticket &&
    [false, true].map((note) => draftNow(draftName(ticket.id, note)).text).filter(Boolean).join("\n\n");
  navigate(href("tickets"), { replace: true });
  const words = ticket
    ? i18next.t("lost", { ns: "tickets", name: ticket.contact.name })
    : i18next.t("missing", { ns: "tickets" });
  toast.info(
    words,
    text
      ? {
        time: NOTICE_MS,
        action: {
          label: i18next.t("copyDraft", { ns: "tickets" }),
          run: () => void navigator.clipboard.writeText(text),
        },
      }
      : undefined,
  );
}

/** Watches over the open conversation. `error` is what its fetch answered. */
export function useLostTicket(ticket: Ticket | undefined, uuid: string, error: unknown): void {
  const id = ticket?.id;
  useEffect(() => {
    if (id === undefined) return;
    return onEvent(ticketChanged, (payload) => {
      if (payload.action === "delete" && Number(payload.ticketId) === id) leave(ticket, uuid);
    });
  }, [id, uuid]);
  const missing = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
  useEffect(() => {
    if (missing) leave(ticket, uuid);
  }, [missing, uuid]);
}
