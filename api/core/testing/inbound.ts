// Makes a customer write, for tests: the event a channel would report, through the real pipeline.
import type { Content, MessageEvent } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import type { Person } from "./api.ts";

let serial = 0;
/** How channels name somebody who is no number; others say `psid`. */
const KINDS: Record<string, string> = { webchat: "visitor", whatsapp: "lid", whatsappapi: "bsuid", instagram: "igsid" };
export interface Said {
  connectionId: number;
  from?: string;
  /** Of the identity `from`: a page-scoped id, unless it is said. */
  kind?: string;
  name?: string;
  text?: string;
  content?: Content;
  externalId?: string;
  at?: number;
  fromMe?: boolean;
  key?: string;
  quotedId?: string;
}
/** The event of one message. */
export function messageEvent(said: Said): MessageEvent {
  const from = said.from ?? `customer-${++serial}`;
  return {
    kind: "message",
    peer: { identities: [{ kind: said.kind ?? "psid", value: from }], name: said.name ?? `Cliente ${from}` },
    externalId: said.externalId ?? `m_${Date.now()}_${++serial}_${Math.random()}`,
    fromMe: said.fromMe ?? false,
    key: said.key,
    content: said.content ?? { type: "text", text: said.text ?? "Oi" },
    quotedId: said.quotedId,
    at: said.at ?? Date.now(),
  };
}
/** A customer writes; answers the ticket and contact it came to. */
export async function customerWrites(
  person: Person,
  said: Said,
): Promise<{ ticketId: number; contactId: number; event: MessageEvent }> {
  const [line] = await withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ channel: string }[]>`select channel from app.connections where id = ${said.connectionId}`,
  );
  const event = messageEvent({ kind: KINDS[line?.channel ?? ""], ...said });
  await receive(person.companyId, said.connectionId, event);
  const [row] = await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx<
        { ticket_id: number; contact_id: number }[]
      >`select ticket_id, contact_id from app.messages where external_id = ${event.externalId}`,
  );
  return { ticketId: row?.ticket_id ?? 0, contactId: row?.contact_id ?? 0, event };
}
