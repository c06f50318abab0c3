import { must, refuse } from "../../contract/errors.ts";
import { emit } from "../../core/live/emit.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { happen } from "./effects.ts";
import { endTicket } from "./actions/end.ts";
import { changeTicket } from "./changes/change.ts";
import { statusesOf, ticketChanged, tickets as calls } from "./contract.ts";
import { moveCounters } from "./counters.ts";
import { countTabs, listTickets } from "./list.ts";
import { openTicket } from "./actions/open.ts";
import * as queries from "./queries.ts";
import { lineFor, reaching } from "./actions/reach.ts";
import { takeBackTransfer } from "./changes/take-back.ts";
import { markUnread } from "./unread.ts";
import { audienceOf, visible } from "./visibility.ts";

export function tickets(api: Api, parts: Parts): void {
  route(api, calls.list, ({ tx, me, query }) => listTickets(tx, me, query));

  route(
    api,
    calls.counts,
    ({ tx, me, query }) => countTabs(tx, me, query),
  );

  route(
    api,
    calls.show,
    async ({ tx, me, params }) =>
      must(await queries.shownByUuid(tx, params.uuid.toLowerCase(), visible(tx, me)), "ERR_NO_TICKET_FOUND"),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    if (body.queueId && !await queries.queueExists(tx, body.queueId)) refuse("ERR_NO_QUEUE_FOUND");
    if (body.userId && !await queries.userExists(tx, body.userId)) refuse("ERR_NO_USER_FOUND");
    const connection = await lineFor(tx, parts.channels, me, body.contactId, body.whatsappId);
    return await openTicket(tx, me, { ...body, connection, asksQueue: true });
  });

  route(api, calls.lines, async ({ tx, me, params }) => {
    must(await queries.contactOf(tx, params.contactId), "ERR_NO_CONTACT_FOUND");
    const lines = await reaching(tx, parts.channels, me, params.contactId);
    return lines.map(({ id, name, channel }) => ({ id, name, channel }));
  });

  route(api, calls.update, ({ tx, me, params, body }) => changeTicket(tx, me, params.id, body));

  route(api, calls.takeBack, ({ tx, me, params }) => takeBackTransfer(tx, me, params.id));

  route(api, calls.unread, ({ tx, me, params }) => markUnread(tx, me, params.id));

  route(api, calls.remove, async ({ tx, params, before }) => {
    const ticket = must(await queries.lock(tx, params.id), "ERR_NO_TICKET_FOUND");
    before({ id: ticket.id, contactId: ticket.contactId, status: ticket.status });
    moveCounters(tx, ticket, null);
    await dropUnheld(tx, await queries.remove(tx, ticket.id));
    await happen(tx, "gone", { ticketId: ticket.id });
    emit(tx, ticketChanged, audienceOf(ticket), { action: "delete", ticketId: ticket.id }, {
      contactId: ticket.contactId,
    });
    return { ok: true as const };
  });

  route(api, calls.closeAll, async ({ tx, me, body }) => {
    const statuses = statusesOf(body.status);
    const ids = await queries.idsByStatus(tx, statuses, body.selectedQueueIds);
    let untagged = 0;
    let closed = 0;
    for (const id of ids) {
      const ticket = await queries.lock(tx, id);
      if (!ticket || !statuses.includes(ticket.status)) continue;
      if (await queries.lacksTag(tx, ticket)) {
        untagged++;
        continue;
      }
      await endTicket(tx, ticket, { log: "closed", by: me });
      closed++;
    }
    return { closed, untagged };
  });

  route(api, calls.log, async ({ tx, me, params }) => {
    must(await queries.findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    return await queries.log(tx, params.ticketId);
  });
}
