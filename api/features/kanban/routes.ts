import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { lanes, orderLanes } from "../tags/actions.ts";
import { announceSame } from "../tickets/actions/announce.ts";
import { lockServed } from "../tickets/actions/served.ts";
import { setValue } from "./board-queries.ts";
import { boardRoutes } from "./board-routes.ts";
import { kanban as calls } from "./contract.ts";
import { cards } from "./queries.ts";

/** Mounts the calls of the board. */
export function kanban(api: Api, _parts: Parts): void {
  route(api, calls.tickets, ({ tx, me, query }) => cards(tx, me, query));

  route(api, calls.lanes, async ({ tx, query }) => ({ lista: await lanes(tx, query.boardId) }));

  route(api, calls.order, async ({ tx, body, before }) => {
    before({ ids: (await lanes(tx)).map(({ id }) => id) });
    await orderLanes(tx, body.ids);
    return { ok: true as const };
  });

  route(api, calls.value, async ({ tx, me, params: { ticketId }, body }) => {
    await lockServed(tx, me, ticketId);
    await setValue(tx, ticketId, body.valueCents);
    return await announceSame(tx, ticketId);
  });

  boardRoutes(api);
}
