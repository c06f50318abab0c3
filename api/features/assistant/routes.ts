import { type Api, route } from "../../core/http/route.ts";
import type { Parts } from "../../core/parts.ts";
import { suggest } from "./ask.ts";
import { assistant as calls } from "./contract.ts";

/** Mounts the calls of the assistant. */
export function assistant(api: Api, _parts: Parts): void {
  route(api, calls.ask, async ({ me, params, body }) => ({ text: await suggest(me, params.ticketId, body) }));
}
