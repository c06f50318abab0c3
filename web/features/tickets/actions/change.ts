// Every change of a ticket goes through here: the call, the caches, the busy mark, the refusal in words.
import { atom, getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import type { Call } from "../../../../api/contract/endpoint.ts";
import { type Ticket, ticketChanged, tickets } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/api.ts";
import { href } from "../../../core/href.ts";
import { applyChange } from "../../../core/live-queries.ts";
import { currentMe } from "../../../core/me.ts";
import { toastError } from "../../../core/query.ts";
import { listAtom } from "../list/state.ts";

const jotai = getDefaultStore();
/** Tickets whose change is on its way: their buttons wait. */
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

/** Changes a ticket; answers it as it is afterwards, undefined when refused (the refusal has been shown). */
export async function changeTicket(
  ticket: Ticket,
  body: NonNullable<Call<typeof tickets.update>["body"]>,
): Promise<Ticket | undefined> {
  if (jotai.get(busyAtom).has(ticket.id)) return undefined;
  mark(ticket.id, true);
  try {
    const answer = await callApi(tickets.update, { params: { id: ticket.id }, body });
    tellTicket(answer);
    return answer;
  } catch (error) {
    toastError(error);
    return undefined;
  } finally {
    mark(ticket.id, false);
  }
}

/** Opens a ticket's conversation, with the list on the tab that holds it. */
export function showTicket(ticket: Ticket): void {
  const tab = ticket.status === "group" ? "group" : ticket.status === "pending" ? "pending" : "open";
  if (ticket.status !== "closed") jotai.set(listAtom, (state) => ({ ...state, view: "open", tab, search: "" }));
  navigate(href("ticket", { uuid: ticket.uuid }));
}

/** Leaves the conversation of this ticket if it is the one on screen. */
export function leaveTicket(uuid: string): void {
  if (location.pathname === href("ticket", { uuid })) navigate(href("tickets"));
}
