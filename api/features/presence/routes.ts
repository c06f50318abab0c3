import { must } from "../../contract/errors.ts";
import { eventName } from "../../contract/event.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { noteAccess } from "../tickets/actions/access.ts";
import { findVisible } from "../tickets/queries.ts";
import { audienceKeys, visible } from "../tickets/visibility.ts";
import { presence as calls, presenceSaid } from "./contract.ts";

/** Mounts the call of presence: passed on to who sees the ticket, on every process, and forgotten; only that somebody came is logged. */
export function presence(api: Api, { stream }: Parts): void {
  route(api, calls.say, async ({ tx, me, params: { ticketId }, body: { state } }) => {
    const ticket = must(await findVisible(tx, ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    if (state !== "gone") await noteAccess(tx, ticket, me.id);
    const payload = { ticketId, user: { id: me.id, name: me.name }, state };
    stream?.pass(tx.companyId, eventName(presenceSaid, tx.companyId), audienceKeys(ticket), payload);
    return { ok: true as const };
  });
}
