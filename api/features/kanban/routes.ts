import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { lanes, orderLanes } from "../tags/actions.ts";
import { kanban as calls } from "./contract.ts";
import { cards } from "./queries.ts";

/** Mounts the calls of the board. */
export function kanban(api: Api, _parts: Parts): void {
  route(api, calls.tickets, ({ tx, me, query }) => cards(tx, me, query));

  route(api, calls.lanes, async ({ tx }) => ({ lista: await lanes(tx) }));

  route(api, calls.order, async ({ tx, body, before }) => {
    before({ ids: (await lanes(tx)).map(({ id }) => id) });
    await orderLanes(tx, body.ids);
    return { ok: true as const };
  });
}
