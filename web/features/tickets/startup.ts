// How live events change the ticket lists, and how the device answers for them: a ticket moves between cached lists as a fresh
// fetch would show it.
import { contactChanged } from "../../../api/features/contacts/contract.ts";
import type { LiveEvent } from "../../../api/contract/event.ts";
import { type Ticket, ticketChanged, tickets } from "../../../api/features/tickets/contract.ts";
import { viewerOf } from "../../core/who/can.ts";
import { liveList } from "../../core/events/lists.ts";
import { applyChange } from "../../core/events/queries.ts";
import { currentMe } from "../../core/who/me.ts";
import { describeTickets, whenSent } from "../../core/outbox.ts";
import { queryClient, queryKey } from "../../core/answers/query-client.ts";
import { flatten, type Pages } from "../../core/store/records.ts";
import { cachedTicket } from "./cache.ts";
import "./state/device.ts";
import { belongs, inOrder, type TicketCall } from "./state/membership.ts";
import { withContact } from "./with-contact.ts";

const listed = (query: TicketCall) => (id: number) => {
  const data = queryClient.getQueryData<Pages>(queryKey("list", tickets.list, { query }));
  return data !== undefined && flatten(data).some((row) => row.id === id);
};
const related = <R>(record: R, event: LiveEvent, payload: unknown): R =>
  event === contactChanged ? withContact(record, payload) : record;

liveList(tickets.list, {
  belongs: (ticket, { query = {} }) => {
    const me = currentMe();
    return me !== null &&
      belongs(ticket, query, { viewer: viewerOf(me), timezone: me.company.timezone, listed: listed(query) });
  },
  sort: (a, b, call) => inOrder(a, b, call.query?.sortTickets),
  related,
});
liveList(tickets.show, { related });

const known = (id: number) => cachedTicket((ticket) => ticket.id === id)?.ticket;
describeTickets((id) => {
  const ticket = known(id);
  return ticket ? { uuid: ticket.uuid, name: ticket.contact.name, ticket } : {};
});
const tell = (ticket: Ticket) => {
  const me = currentMe();
  if (me) applyChange(ticketChanged, { action: "update", ticket }, me.companyId);
};
whenSent(
  ["accept", "takeOver", "reopen", "return", "ignore", "close", "transfer", "tag"],
  (_row, answer) => tell(answer as unknown as Ticket),
);
whenSent(["read"], (row) => {
  const ticket = known(row.ticketId);
  const then = row.about.ticket as Ticket | undefined;
  // What came in since is not read.
  if (ticket && ticket.lastInboundAt === then?.lastInboundAt) tell({ ...ticket, unreadMessages: 0 });
});
