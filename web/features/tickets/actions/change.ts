// Every change of a ticket goes through here: into the outbox, with the busy mark until it is safe on the device. The screen
// shows it at once (`../pending.ts`); what the server refuses comes back with its reason.
import { atom, getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import type { Call } from "../../../../api/contract/endpoint.ts";
import { type Ticket, ticketChanged, tickets } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/page/href.ts";
import { codeText, say } from "../../../core/words/i18n/i18n.ts";
import { applyChange } from "../../../core/events/queries.ts";
import { currentMe } from "../../../core/who/me.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import type { About } from "../../../core/store/outbox-row.ts";
import { toastError } from "../../../core/query.ts";
import { enqueue, outboxAtom, type OutboxRow, outcomeOf, takeBack } from "../../../core/outbox.ts";
import { toast } from "../../../ui/toast.tsx";
import { listAtom } from "../state/state.ts";

export type Deed = "accept" | "takeOver" | "reopen" | "return" | "ignore" | "close" | "transfer";
type Body = NonNullable<Call<typeof tickets.update>["body"]>;

/** Longer than this nobody waits for the server's word: the screen goes on, a refusal comes when it comes. */
const HEAR_MS = 1200;
const jotai = getDefaultStore();
/** Tickets whose change is being kept: their buttons wait. */
export const busyAtom = atom<ReadonlySet<number>>(new Set<number>());

function mark(id: number, busy: boolean) {
  const next = new Set(jotai.get(busyAtom));
  if (busy) next.add(id);
  else next.delete(id);
  jotai.set(busyAtom, next);
}

/** Puts a ticket as the server answered it into every cached list, before its event comes. */
export function tellTicket(ticket: Ticket): void {
  const me = currentMe();
  if (me) applyChange(ticketChanged, { action: "update", ticket }, me.companyId);
}

/** Keeps a change of a ticket and shows it; undefined when the device has no room (that has been said). */
export async function changeTicket(
  ticket: Ticket,
  deed: Deed,
  body: Body,
  about?: About,
): Promise<OutboxRow | undefined> {
  if (jotai.get(busyAtom).has(ticket.id)) return undefined;
  mark(ticket.id, true);
  try {
    return await enqueue({
      ticketId: ticket.id,
      kind: deed,
      call: wireCall(tickets.update, { params: { id: ticket.id }, body }),
      about: { uuid: ticket.uuid, name: ticket.contact.name, ticket, ...about },
    });
  } catch {
    toast.error(say("outbox.full"));
    return undefined;
  } finally {
    mark(ticket.id, false);
  }
}

/**
 * True unless the server refuses at once; then it has been said, and stands in the conversation too. `mend` takes a refusal that
 * the person can put right at once, answering true.
 */
export async function heardWell(row: OutboxRow, mend?: (refused: OutboxRow) => boolean): Promise<boolean> {
  const outcome = await outcomeOf(row, navigator.onLine ? HEAR_MS : 0);
  if (outcome?.state !== "refused") return true;
  if (mend?.(outcome.row)) return false;
  toast.error(codeText(outcome.row.reason ?? ""));
  return false;
}

/** Takes a change back: out of the outbox if it has not left, else by the opposite change. */
export async function undo(row: OutboxRow, opposite: () => unknown): Promise<void> {
  const waits = jotai.get(outboxAtom).some((old) => old.id === row.id);
  try {
    if (!waits || !await takeBack(row.id)) await opposite();
  } catch (error) {
    toastError(error);
  }
}

/** Opens a ticket's conversation, with the list on the tab that holds it. */
export function showTicket(ticket: Pick<Ticket, "status" | "uuid">): void {
  const tab = ticket.status === "group" ? "group" : ticket.status === "pending" ? "pending" : "open";
  if (ticket.status !== "closed") {
    jotai.set(listAtom, (state) => ({
      ...state,
      view: "open",
      tab,
      search: "",
      filters: { ...state.filters, statuses: [], contacts: [] },
    }));
  }
  const address = href("ticket", { uuid: ticket.uuid });
  // Once in the history: Back leads to the list.
  navigate(address, { replace: location.pathname === address });
}

/** Leaves the conversation of this ticket if it is the one on screen. */
export function leaveTicket(uuid: string): void {
  if (location.pathname === href("ticket", { uuid })) navigate(href("tickets"));
}
