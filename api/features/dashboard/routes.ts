import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/access/auth.ts";
import { type DayRange, dayRange } from "../../core/lists/day-range.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { byIds } from "../tickets/queries.ts";
import { dashboard as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { statusesOf } from "../tickets/contract.ts";

/** Days back that the live panel's range begins. */
const MOMENTS_DAYS = 30;
const between = (tx: Tx, me: Me, from?: string, to?: string, days?: number): Promise<DayRange> =>
  dayRange(tx, me.timezone, { from, to, days });

export function dashboard(api: Api, _parts: Parts): void {
  route(api, calls.show, async ({ tx, me, query }) => {
    return queries.overview(tx, me, await between(tx, me, query.date_from, query.date_to, query.days));
  });

  route(api, calls.ticketsUsers, async ({ tx, me, query }) => {
    return { data: await queries.byUser(tx, me, await between(tx, me, query.initialDate, query.finalDate)) };
  });

  route(api, calls.ticketsDay, async ({ tx, me, query }) => {
    const data = await queries.byDay(tx, me, await between(tx, me, query.initialDate, query.finalDate));
    return { count: data.reduce((sum, day) => sum + day.total, 0), data };
  });

  route(api, calls.messagesAll, async ({ tx, me, query }) => {
    const range = await between(tx, me, query.dateStart, query.dateEnd);
    return { count: await queries.messages(tx, me, range, query.fromMe) };
  });

  route(api, calls.ticketsMoved, async ({ tx, me, query }) => {
    const days = query.dateStart ? undefined : MOMENTS_DAYS;
    const range = await between(tx, me, query.dateStart, query.dateEnd, days);
    const mayAsk = query.userId === me.id || can(me, "tickets-manager:usersFilter");
    const ids = await queries.movedIds(tx, me, range, {
      statuses: query.status ? [...statusesOf(query.status)] : ["open", ...statusesOf("pending")],
      queues: query.queueIds ?? null,
      user: mayAsk ? query.userId ?? null : null,
      own: !query.showAll,
    });
    return byIds(tx, ids);
  });

  route(
    api,
    calls.moments,
    async ({ tx, me, query }) => byIds(tx, await queries.liveIds(tx, me, query.queueIds ?? null)),
  );
}
