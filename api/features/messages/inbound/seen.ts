// What the account itself read on another of its devices: a phone with the same number.
import type { SeenEvent } from "../../../../channels/sdk/mod.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { InboundLine } from "../../../inbound.ts";
import type { Conversation } from "../actions/conversation.ts";
import { markRead } from "../actions/read.ts";
import { lockByExternal } from "../provider-ids.ts";

/** What was read there is read here, up to that message; nobody is told of it again (docs/product/messages.md#reading). */
export async function seen(tx: Tx, line: InboundLine, event: SeenEvent): Promise<string> {
  const message = await lockByExternal(tx, line.id, event.externalId, event.peer);
  if (!message || message.fromMe) return "unknown";
  const [conversation] = await tx<Conversation[]>`
    select id, contact_id as "contactId", connection_id as "connectionId", user_id as "userId", queue_id as "queueId", is_group as "isGroup", status, unread
    from app.tickets where company_id = ${tx.companyId} and id = ${message.ticketId} for update`;
  if (conversation) await markRead(tx, conversation, message.id, "elsewhere");
  return "seen";
}
