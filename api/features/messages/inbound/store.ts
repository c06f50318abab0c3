// The messages' step of the inbound pipeline: one row for one provider message, for ever.
import type { Tx } from "../../../../db/tenant.ts";
import type { Inbound } from "../../../inbound.ts";
import { keepPayload } from "../payloads.ts";
import { addHalfHour, moveCounters } from "../../tickets/counters.ts";
import { shownById } from "../../tickets/queries.ts";
import { audienceOf } from "../../tickets/visibility.ts";
import { announceMessage } from "../actions/tell.ts";
import { summary, touchTicket } from "../actions/last-message.ts";
import { parkQuote } from "./quoting.ts";
import { applyEarly } from "./updates.ts";
import { askCard } from "../links/ask.ts";
import { quotedId as findQuoted } from "../provider-ids.ts";
import * as queries from "../queries.ts";
import { describe, fetchFile, isKept, keepReference } from "./said.ts";
import { senderOf } from "./sender.ts";

/** Longer than this under way, it was held up: on the line, or because the connection was away. */
const LATE_MS = 30_000;

export async function store(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event, line } = inbound;
  const { ticket } = inbound;
  if (!ticket) return "stop";
  // Of a closed ticket nothing waits to be read.
  const unread = event.fromMe || ticket.status === "closed" ? 0 : 1;
  const quotedId = event.quotedId ? await findQuoted(tx, line.id, event.quotedId, ticket.contactId) : null;
  const said = describe(event);
  if (inbound.call?.refused) said.data = { ...said.data, refused: true };
  const mediaId = said.media ? await keepReference(tx, said.media) : null;
  const sentAt = new Date(Math.min(Math.max(event.at, 0), Date.now() + 60_000));
  const id = await queries.insert(tx, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: line.id,
    queueId: ticket.queueId,
    externalId: event.externalId,
    fromMe: event.fromMe,
    byHand: event.fromMe,
    kind: said.kind,
    body: said.body.slice(0, 100_000),
    mediaId,
    data: said.data,
    quotedId,
    ack: event.fromMe ? 1 : 0,
    isForwarded: event.forwarded ?? false,
    read: unread === 0,
    sentAt,
    receivedAt: Date.now() - sentAt.getTime() > LATE_MS ? new Date() : null,
    sender: event.sender ? await senderOf(tx, event.sender) : null,
  });
  if (id === null) {
    if (mediaId && !isKept(said.media!)) {
      await tx`delete from app.media where company_id = ${tx.companyId} and id = ${mediaId}`;
    }
    return "stop";
  }
  inbound.messageId = id;
  inbound.stored = { kind: said.kind, body: said.body, data: said.data, sentAt, unread };
  if (event.quotedId && quotedId === null) {
    await parkQuote(tx, { connectionId: line.id, messageId: id, quotedId: event.quotedId });
  }
  if (event.payload) {
    const place = { connectionId: line.id, contactId: ticket.contactId, externalId: event.externalId };
    await keepPayload(tx, place, event.payload);
  }
  await fetchFile(tx, line.id, id, mediaId, said.media);
  moveCounters(tx, ticket, { ...ticket, unread: ticket.unread + unread });
  addHalfHour(tx, ticket, event.fromMe ? { sent: 1 } : { received: 1 });
  return "next";
}

/** What a stored message changes: the ticket as lists show it, and who is told. Sent together, and with what later steps sent ahead. */
export async function passOn(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event, line, ticket, messageId: id, stored } = inbound;
  if (!ticket || id === null || !stored) return "stop";
  const { kind, body, data, sentAt, unread } = stored;
  // One connection carries out what it is given in order: what is read at the end is as the writes before leave it.
  const writes = [
    touchTicket(tx, ticket.id, {
      messageId: id,
      text: summary(kind, body, data),
      fromMe: event.fromMe,
      at: sentAt,
      unread,
    }),
    // Told before what came early: a list gets the message first, then what became of it.
    announceMessage(tx, id, audienceOf(ticket), "create"),
    askCard(tx, id, kind, body),
  ];
  const early = applyEarly(tx, line, { contactId: ticket.contactId, externalId: event.externalId });
  const shown = shownById(tx, ticket.id);
  await Promise.all([...writes, early, shown]);
  // An early update may have changed the ticket after it was read: then it is read again.
  inbound.shown = await early ? null : shown;
  return "next";
}
