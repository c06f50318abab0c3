// After closing, whoever waits longest opens, where the person wants that (docs/product/tickets.md#list). It is opened, not
// taken: accepting stays a deed of its own.
import { getDefaultStore } from "jotai";
import { type Ticket, tickets } from "../../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../../core/who/api.ts";
import { href } from "../../../../core/page/href.ts";
import { openNextAtom } from "../../../../core/who/preferences.ts";
import { leaveTicket, showTicket } from "../change.ts";

/** Nobody waits longer than this for the next ticket, ms: the list is there at once instead. */
const ASK_MS = 3000;

/** A desk goes on by itself; a phone, where one thing is shown at a time, goes back to the list. Until somebody chooses. */
export function opensNext(): boolean {
  const chosen = getDefaultStore().get(openNextAtom);
  return chosen === "" ? !globalThis.matchMedia("(max-width: 899px)").matches : chosen === "yes";
}

/** Leaves the conversation of a ticket that has ended: for the one that waits longest, or for the list. */
export async function goOn(ended: Pick<Ticket, "id" | "uuid">): Promise<void> {
  const address = href("ticket", { uuid: ended.uuid });
  if (location.pathname !== address) return;
  const next = opensNext() && navigator.onLine ? await longestWaiting(ended.id) : undefined;
  // The person may have gone elsewhere meanwhile.
  if (location.pathname !== address) return;
  if (next) showTicket(next);
  else leaveTicket(ended.uuid);
}

async function longestWaiting(endedId: number): Promise<Ticket | undefined> {
  try {
    const query = { status: "pending", sortTickets: "ASC" } as const;
    const answer = await callApi(tickets.list, { query }, { signal: AbortSignal.timeout(ASK_MS) });
    const since = (ticket: Ticket) => ticket.waitingSince ?? ticket.updatedAt;
    return answer.tickets.filter(({ id }) => id !== endedId).sort((a, b) => since(a) < since(b) ? -1 : 1)[0];
  } catch {
    return undefined;
  }
}
