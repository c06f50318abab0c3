// A message that could not be read when it came: what fills it, once.
import type { MessageEvent } from "../../../../channels/sdk/mod.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { InboundLine } from "../../../inbound.ts";
import { keepPayload } from "../payloads.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "../actions/tell.ts";
import { summary } from "../actions/last-message.ts";
import { lockByExternal, quotedId as findQuoted } from "../provider-ids.ts";
import { describe, fetchFile, keepReference } from "./said.ts";
import { parkQuote } from "./quoting.ts";
import { senderOf } from "./sender.ts";

/** Puts what a message says into its placeholder: no new row, no new ticket, nothing counted again. False when it was filled already. */
export async function fill(tx: Tx, line: InboundLine, event: MessageEvent): Promise<boolean> {
  const message = await lockByExternal(tx, line.id, event.externalId, event.peer);
  if (!message?.placeholder) return false;
  const said = describe(event);
  // What was deleted before it could be read leaves nothing on the disk.
  const mediaId = said.media && !message.isDeleted ? await keepReference(tx, said.media) : null;
  const quotedId = event.quotedId ? await findQuoted(tx, line.id, event.quotedId, message.contactId) : null;
  const sender = event.sender ? JSON.stringify(await senderOf(tx, event.sender)) : null;
  await tx`
    update app.messages set kind = ${said.kind}, body = case when is_deleted then '' when is_edited then body else ${
    said.body.slice(0, 100_000)
  } end, media_id = ${mediaId}, data = ${said.data ? JSON.stringify(said.data) : null}::text::jsonb,
      quoted_id = ${quotedId}, is_forwarded = ${
    event.forwarded ?? false
  }, sender = coalesce(${sender}::text::jsonb, sender)
    where company_id = ${tx.companyId} and id = ${message.id}`;
  if (event.quotedId && quotedId === null) {
    await parkQuote(tx, { connectionId: line.id, messageId: message.id, quotedId: event.quotedId });
  }
  if (event.payload && !message.isDeleted) {
    const place = { connectionId: line.id, contactId: message.contactId, externalId: event.externalId };
    await keepPayload(tx, place, event.payload, true);
  }
  await fetchFile(tx, line.id, message.id, mediaId, said.media);
  await tx`
    update app.tickets set last_message = ${summary(said.kind, said.body, said.data)}
    where not exists (select 1 from app.messages m where m.company_id = ${tx.companyId} and m.id = ${message.id} and (m.is_edited or m.is_deleted)) and company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id}`;
  await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  await tellTicket(tx, message.ticketId);
  return true;
}
