// The numbers of the dashboard (docs/product/dashboard.md; what each counts: docs/metrics.md).
import { z } from "zod";
import { Day, endpoint, Id, IdOrNone, jsonList, QueryFlag } from "../../contract/endpoint.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { Status, Ticket, ticketChanged } from "../tickets/contract.ts";

const chartQuery = z.object({ initialDate: Day, finalDate: Day, companyId: Id("company").optional() });
const n = z.number();
export const Counters = z.object({
  supportHappening: n,
  supportPending: n,
  supportFinished: n,
  supportGroups: n,
  leads: n,
  avgSupportTime: n,
  avgWaitTime: n,
  activeTickets: n,
  passiveTickets: n,
  tickets: n,
  npsScore: n,
  npsPromotersPerc: n,
  npsPassivePerc: n,
  npsDetractorsPerc: n,
  waitRating: n,
  withRating: n,
  withoutRating: n,
  percRating: n,
});
export const Attendant = z.object({
  id: n,
  name: z.string(),
  color: z.string(),
  rating: n,
  countRating: n,
  tickets: n,
  avgWaitTime: n,
  avgSupportTime: n,
  online: z.boolean(),
});

export const dashboard = {
  show: endpoint({
    method: "GET",
    path: "/dashboard",
    summary: "Counters and attendants of a range of days, or of the last `days` days. Times are minutes.",
    access: "dashboard:view",
    query: z.object({ date_from: Day, date_to: Day, days: z.coerce.number().int().min(1).max(3660).optional() }),
    response: z.object({ counters: Counters, attendants: z.array(Attendant) }),
  }),
  ticketsUsers: endpoint({
    method: "GET",
    path: "/dashboard/ticketsUsers",
    summary: "Rounds of the range by the person who had them, most first.",
    access: "dashboard:view",
    query: chartQuery,
    response: z.object({ data: z.array(z.object({ id: n, name: z.string(), color: z.string(), quantity: n })) }),
  }),
  ticketsDay: endpoint({
    method: "GET",
    path: "/dashboard/ticketsDay",
    summary: "Rounds that began on each day of the range, also days without any.",
    access: "dashboard:view",
    query: chartQuery,
    response: z.object({ count: n, data: z.array(z.object({ day: z.string(), total: n })) }),
  }),
  messagesAll: endpoint({
    method: "GET",
    path: "/messages-allMe",
    summary: "Messages sent (or received) in the range, from the half-hour sums.",
    access: "dashboard:view",
    query: z.object({ fromMe: QueryFlag.optional().default(false), dateStart: Day, dateEnd: Day }),
    response: z.object({ count: n }),
  }),
  ticketsMoved: endpoint({
    method: "GET",
    path: "/dashboard/moments",
    summary:
      "Tickets one may see that last moved in the range (the last 30 days by default), open and waiting ones unless a status is asked for, longest unmoved first.",
    access: "moments:view",
    live: [ticketChanged, nameChanged, manyChanged],
    query: z.object({
      status: Status.optional(),
      /** 'false': only one's own, and those that wait. */
      showAll: QueryFlag.optional().default(true),
      queueIds: jsonList(IdOrNone("queue")),
      dateStart: Day,
      dateEnd: Day,
      /** Somebody's tickets; of others only for who may filter by people. */
      userId: Id("user").optional(),
    }),
    response: z.array(Ticket),
  }),
  moments: endpoint({
    method: "GET",
    path: "/usersMoments",
    summary: "Open and waiting tickets one may see, longest unmoved first, for the live panel.",
    access: "moments:view",
    live: [ticketChanged, nameChanged, manyChanged],
    query: z.object({ queueIds: jsonList(IdOrNone("queue")) }),
    response: z.array(Ticket),
  }),
};
