import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/route.ts";
import { dashboard as calls } from "./contract.ts";
import * as queries from "./queries.ts";

export function dashboard(api: Api, _parts: Parts): void {
  route(api, calls.show, async ({ tx, me, query }) => {
    const range = await queries.range(tx, me.timezone, query);
    const [counters, attendants] = await Promise.all([queries.counters(tx, range), queries.attendants(tx, range)]);
    return { counters, attendants };
  });
}
