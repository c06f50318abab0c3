import { must, refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/auth.ts";
import { emit } from "../../core/emit.ts";
import { removeFiles } from "../../core/media.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { applyChange, asSeen, findOrOpenTicket } from "./actions.ts";
import { changeTicket } from "./change.ts";
import { type Ticket, ticketChanged, tickets as calls } from "./contract.ts";
import { moveCounters, tabs } from "./counters.ts";
import { listTickets } from "./list.ts";
import * as queries from "./queries.ts";
import * as rounds from "./rounds.ts";
import { openStatus } from "./status.ts";
import { audienceOf, visible } from "./visibility.ts";

export function tickets(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx, me, query }) => listTickets(tx, me, query));

  route(
    api,
    calls.counts,
    ({ tx, me, query }) => tabs(tx, me, query.showAll && can(me, "tickets-manager:showall"), query.queueIds),
  );

  route(
    api,
    calls.show,
    async ({ tx, me, params }) =>
      must(await queries.shownByUuid(tx, params.uuid.toLowerCase(), visible(tx, me)), "ERR_NO_TICKET_FOUND"),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    if (!await queries.contactExists(tx, body.contactId)) refuse("ERR_NO_CONTACT_FOUND");
    if (body.queueId && !await queries.queueExists(tx, body.queueId)) refuse("ERR_NO_QUEUE_FOUND");
    if (body.userId && !await queries.userExists(tx, body.userId)) refuse("ERR_NO_USER_FOUND");
    const connection = must(
      await queries.connectionFor(tx, body.whatsappId ?? null, me),
      body.whatsappId ? "ERR_NO_WAPP_FOUND" : "ERR_NO_DEF_WAPP_FOUND",
    );
    const userId = body.status === "pending" ? null : me.profile === "admin" && body.userId ? body.userId : me.id;
    const { ticket, opened } = await findOrOpenTicket(tx, {
      contactId: body.contactId,
      connectionId: connection.id,
      channel: connection.channel,
      isGroup: false,
      groupAsTicket: false,
      queueId: body.queueId ?? null,
      userId,
      status: body.status,
      byCustomer: false,
    });
    return opened ? await created(tx, ticket.id) : await alreadyLive(tx, me, ticket, body.queueId ?? null);
  });

  route(api, calls.update, ({ tx, me, params, body }) => changeTicket(tx, me, params.id, body));

  route(api, calls.remove, async ({ tx, params, before }) => {
    const ticket = must(await queries.lock(tx, params.id), "ERR_NO_TICKET_FOUND");
    before({ id: ticket.id, contactId: ticket.contactId, status: ticket.status });
    await moveCounters(tx, ticket, null);
    const files = await queries.remove(tx, ticket.id);
    emit(tx, ticketChanged, audienceOf(ticket), { action: "delete", ticketId: ticket.id });
    tx.afterCommit.push(() => void removeFiles(tx.companyId, files));
    return { ok: true as const };
  });

  route(api, calls.closeAll, async ({ tx, me, body }) => {
    const ids = await queries.idsByStatus(tx, body.status, body.selectedQueueIds);
    for (const id of ids) {
      const ticket = await queries.lock(tx, id);
      if (!ticket || ticket.status !== body.status) continue;
      await applyChange(tx, ticket, { status: "closed", userId: ticket.userId ?? me.id, unread: 0 }, [{
        type: "closed",
        userId: me.id,
        queueId: ticket.queueId,
      }]);
      await rounds.finish(tx, ticket, me.id);
    }
    return { closed: ids.length };
  });

  route(api, calls.log, async ({ tx, me, params }) => {
    must(await queries.findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    return await queries.log(tx, params.ticketId);
  });
}

async function created(tx: Tx, id: number): Promise<Ticket> {
  const ticket = must(await queries.shownById(tx, id), "ERR_CREATING_TICKET");
  emit(tx, ticketChanged, audienceOf(asSeen(ticket)), { action: "create", ticket });
  return ticket;
}

/** A live ticket exists: one's own is answered, a waiting one is taken, another's is named (architecture §8). */
async function alreadyLive(tx: Tx, me: Me, live: queries.TicketRow, queueId: number | null): Promise<Ticket> {
  if (live.userId === null) {
    const taken = await applyChange(tx, live, {
      status: openStatus(live),
      userId: me.id,
      queueId: queueId ?? live.queueId,
    }, [{ type: "open", userId: me.id, queueId: queueId ?? live.queueId }]);
    await rounds.start(tx, live, me.id, queueId ?? live.queueId);
    return taken;
  }
  const ticket = must(await queries.shownById(tx, live.id), "ERR_NO_TICKET_FOUND");
  if (ticket.userId === me.id) return ticket;
  return refuse("ERR_OTHER_OPEN_TICKET", {
    ticket: {
      userId: ticket.userId,
      user: { name: ticket.user?.name ?? "" },
      queue: { name: ticket.queue?.name ?? "" },
      uuid: ticket.uuid,
      status: ticket.status,
    },
  });
}
