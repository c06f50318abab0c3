import i18next from "i18next";
import { navigate } from "wouter/use-browser-location";
import { contacts } from "../../../../../api/features/contacts/contract.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { discard, type OutboxRow } from "../../../../core/outbox.ts";
import { href } from "../../../../core/page/href.ts";
import { currentMe } from "../../../../core/who/me.ts";
import { refresh } from "../../../../core/answers/query-client.ts";
import { toast } from "../../../../ui/toast.tsx";
import { changeTicket, heardWell, undo } from "../change.ts";
import { openDialog } from "../dialogs.ts";
import { asksFirst } from "./goodbye.ts";
import { goOn } from "./next.ts";
import { takeInto } from "../take.ts";

/** What the signed-in person and the company mean for closing. */
export function closing() {
  const me = currentMe();
  const on = (key: string) => me?.company.companieSettings.find((one) => one.key === key)?.value === "enabled";
  return {
    id: me?.id ?? 0,
    farewellMessage: me?.farewellMessage ?? "",
    rates: on("userRating"),
    tagged: on("requiredTag"),
  };
}

/** Closes at once where there is nothing to choose; else asks first. `next` is the uuid of the ticket that is opened then. */
export function closeTicket(ticket: Ticket, next?: string): Promise<void> | void {
  if (!asksFirst(ticket, closing())) return finishTicket(ticket, false, next);
  openDialog({ kind: "close", ticket, next });
}

/** Closes a ticket with or without the farewell text, and opens the one with the uuid `next`, if any. Taken back within five seconds by the toast's button. */
export async function finishTicket(ticket: Ticket, sendFarewellMessage: boolean, next?: string): Promise<void> {
  const body = { status: "closed" as const, userId: ticket.userId, ifUserId: ticket.userId, sendFarewellMessage };
  const row = await changeTicket(ticket, "close", body);
  const tag = (refused: OutboxRow) => {
    if (refused.reason !== "ERR_TICKET_TAG_REQUIRED") return false;
    void discard(refused.id);
    void refresh(contacts.show);
    openDialog({ kind: "close", ticket, tagWanted: true, next });
    return true;
  };
  if (!row || !await heardWell(row, tag)) return;
  if (next) navigate(href("ticket", { uuid: next }));
  else void goOn(ticket);
  const back = () => takeInto({ ...ticket, status: "closed" }, ticket.queueId, "reopen");
  toast.success(i18next.t("closed", { ns: "tickets", name: ticket.contact.name }), {
    action: { label: i18next.t("do.undo"), run: () => void undo(row, back) },
  });
}
