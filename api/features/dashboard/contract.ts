// The numbers of the dashboard (spec 1 §3, §7; what each counts: docs/metrics.md).
import { z } from "zod";
import { endpoint } from "../../contract/endpoint.ts";

const day = z.union([z.literal(""), z.iso.date()]).optional();
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
    query: z.object({ date_from: day, date_to: day, days: z.coerce.number().int().min(1).max(3660).optional() }),
    response: z.object({ counters: Counters, attendants: z.array(Attendant) }),
  }),
};
