import { must, refuse } from "../../contract/errors.ts";
import { EDIT_WINDOW_MS } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { typeTo } from "../../core/live/type-to.ts";
import type { Tx } from "../../../db/tenant.ts";
import { clearRead } from "../notifications/actions.ts";
import { findVisible, lock, type TicketRow } from "../tickets/queries.ts";
import { findServed } from "../tickets/actions/served.ts";
import { served, visible } from "../tickets/visibility.ts";
import { wakeLine } from "./actions/add-outbound.ts";
import { dropFile } from "./actions/drop-file.ts";
import { react } from "./actions/react.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "./actions/tell.ts";
import { markRead } from "./actions/read.ts";
import { askChannel } from "../connections/actions/requests.ts";
import { type Message, messages as calls } from "./contract.ts";
import { forward } from "./forward.ts";
import { gallery, history, places } from "./pages.ts";
import { askCard } from "./links/ask.ts";
import * as queries from "./queries.ts";
import { send } from "./send.ts";

export function messages(api: Api, parts: Parts): void {
  route(api, calls.list, async ({ tx, me, params, query }) => {
    const ticket = must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    const answer = await history(tx, me, ticket, query.pageNumber, query.selectedQueues);
    // A program reads for nobody, and who looks in for support neither.
    const marks = query.markAsRead && !me.key && !me.support;
    if (marks && ticket.unread > 0 && reads(me, ticket)) {
      const locked = await lock(tx, ticket.id);
      const upTo = query.readUpTo ?? Number.MAX_SAFE_INTEGER;
      if (locked) await markRead(tx, locked, upTo);
      for (const message of answer.messages) {
        if (!message.fromMe && message.ticketId === ticket.id && message.id <= upTo) message.read = true;
      }
    }
    if (marks) clearRead(tx, ticket.id, me.id);
    return answer;
  });

  route(api, calls.gallery, async ({ tx, me, params, query }) => {
    const ticket = must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    return await gallery(tx, me, ticket, query.kind, query.pageNumber);
  });

  route(api, calls.search, async ({ tx, me, params, query }) => {
    const ticket = must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    return await places(tx, me, ticket, query.searchParam);
  });

  route(api, calls.forward, async ({ tx, me, body, key }) => ({
    messages: [await forward({ tx, me, parts, key }, body)],
  }));

  route(api, calls.send, async ({ tx, me, params, body, files, key }) => {
    const made = await send({ tx, me, parts, ticketId: params.ticketId, form: body, files, key });
    return { messages: made };
  });

  // Nobody's screen but the customer's hears it, a page of ours or the provider's app: what is typed here is no colleague's business.
  route(api, calls.typing, async ({ tx, me, params, body }) => {
    const ticket = await findServed(tx, me, params.ticketId);
    const { id: ticketId, contactId, connectionId, channel } = ticket;
    typeTo({ companyId: tx.companyId, ticketId, contactId, connectionId, channel }, body.on);
    return { ok: true as const };
  });

  route(api, calls.resend, async ({ tx, me, params }) => {
    const message = must(await queries.lockVisible(tx, params.id, served(tx, me)), "ERR_NO_MESSAGE_FOUND");
    if (!message.fromMe || (message.status !== "failed" && message.status !== "uncertain")) {
      refuse("ERR_ALREADY_IN_STATE");
    }
    await tx`
      update app.messages set status = 'waiting', error = null, attempts = 0, retry_at = null, sending_since = null, sending_by = null,
        maybe_sent = maybe_sent or status = 'uncertain'
      where company_id = ${tx.companyId} and id = ${message.id}`;
    await wakeLine(tx, message);
    return await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  });

  route(api, calls.fetchFile, async ({ tx, me, params }) => {
    const message = must(await queries.lockVisible(tx, params.id, visible(tx, me)), "ERR_NO_MESSAGE_FOUND");
    const file = must(await queries.missingFile(tx, message.id), "ERR_NO_MEDIA_FOUND");
    if (file.connectionGone) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    await queries.awaitFile(tx, message.connectionId, file.id);
    const { id: mediaId, ref, fileName, kind } = file;
    await askChannel(tx, message.connectionId, "media", { messageId: message.id, mediaId, ref, fileName, kind });
    return await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  });

  route(api, calls.edit, async ({ tx, me, params, body }) => {
    const message = await ownMessage(tx, me, params.id);
    // Deleting is everybody's who works on the ticket; nobody changes what stands under another's name.
    if (message.userId !== me.id) refuse("ERR_NO_PERMISSION");
    if (message.kind !== "chat" || message.isDeleted) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    if (Date.now() - message.sentAt.getTime() > EDIT_WINDOW_MS) refuse("ERR_EDIT_WINDOW_PASSED");
    if (!message.isPrivate) {
      await needs(tx, parts, message, "edit");
      await askChannel(tx, message.connectionId, "edit", { messageId: message.id });
    }
    await tx`update app.messages set body = ${body.body}, is_edited = true, data = data - 'card' - 'refused', card_media_id = null where company_id = ${tx.companyId} and id = ${message.id}`;
    await tx`update app.tickets set last_message = ${
      body.body.slice(0, 200)
    } where company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id}`;
    if (!message.isPrivate) await askCard(tx, message.id, message.kind, body.body);
    return await changed(tx, message);
  });

  route(api, calls.remove, async ({ tx, me, params }) => {
    const message = await ownMessage(tx, me, params.id);
    // On its way, or nobody knows: a mark now would say that the customer does not see it.
    if (message.status === "sending" || message.status === "uncertain") refuse("ERR_DELETE_WAPP_MSG");
    const asks = !message.isPrivate && message.status === "sent";
    if (asks) {
      await needs(tx, parts, message, "remove");
      await askChannel(tx, message.connectionId, "remove", { messageId: message.id });
    }
    if (message.status === "waiting") {
      await tx`update app.messages set status = 'failed' where company_id = ${tx.companyId} and id = ${message.id}`;
    }
    await queries.markDeleted(tx, message);
    // Refused by the provider it is not deleted: its file waits for the answer.
    if (!asks) await dropFile(tx, message.id);
    return await changed(tx, message);
  });

  route(api, calls.react, async ({ tx, me, params, body }) => {
    const message = must(await queries.lockVisible(tx, params.id, served(tx, me)), "ERR_NO_MESSAGE_FOUND");
    await needs(tx, parts, message, "react");
    await react(tx, message.id, body.emoji, true);
    await askChannel(tx, message.connectionId, "react", { messageId: message.id, emoji: body.emoji });
    return await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  });
}

async function ownMessage(tx: Tx, me: Me, id: number): Promise<queries.MessageRow> {
  const message = must(await queries.lockVisible(tx, id, served(tx, me)), "ERR_NO_MESSAGE_FOUND");
  return message.fromMe && !message.isDeleted ? message : refuse("ERR_NO_MESSAGE_FOUND");
}
async function needs(
  tx: Tx,
  parts: Parts,
  message: queries.MessageRow,
  ability: "edit" | "remove" | "react",
): Promise<void> {
  const [row] = await tx<
    { channel: string }[]
  >`select channel from app.connections where company_id = ${tx.companyId} and id = ${message.connectionId}`;
  if (!row || !parts.channels.plugins.get(row.channel)?.manifest.abilities[ability]) {
    refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  }
}
async function changed(tx: Tx, message: queries.MessageRow): Promise<Message> {
  const shown = await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  await tellTicket(tx, message.ticketId);
  return shown;
}

/** Whose reading counts: the owner's. A group that is no ticket is everybody's who works with groups. */
function reads(me: Me, ticket: TicketRow): boolean {
  return ticket.userId === me.id || (ticket.status === "group" && ticket.userId === null && me.allowGroup);
}
