// A message to be sent, whoever wrote it.
import { enqueue } from "../../../core/jobs.ts";
import type { SendClass } from "../../../core/send-class.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { addHalfHour } from "../../tickets/counters.ts";
import { joinQueue } from "../../pace/actions.ts";
import { audienceOf } from "../../tickets/visibility.ts";
import type { Message } from "../contract.ts";
import { askCard } from "../links/ask.ts";
import * as queries from "../queries.ts";
import { deliver } from "../tasks.ts";
import { type Conversation, rowOf } from "./conversation.ts";
import { announceMessage, tellTicket } from "./tell.ts";
import { summary, touchTicket } from "./last-message.ts";

export interface Outbound {
  body: string;
  key: string;
  /** What its author calls it, where the key is somebody else's message's. */
  clientKey?: string;
  fingerprint?: string;
  userId: number | null;
  byHand: boolean;
  kind?: string;
  mediaId?: string | null;
  data?: Record<string, unknown> | null;
  quotedId?: number | null;
  isForwarded?: boolean;
  /** Not sent before this time. */
  dueAt?: Date;
  /** Which messages it goes before and after; what a person wrote is always a reply. */
  sendClass?: SendClass;
}

/**
 * The same where nobody is to notice: in a silent ticket. Only an open conversation with the contact shows it; no list moves, nothing
 * is counted.
 */
export async function addUnnoticed(tx: Tx, conversation: Conversation, m: Outbound): Promise<Message | null> {
  const id = await queries.insert(tx, { ...rowOf(conversation), ...m, fromMe: true, status: "waiting", read: true });
  if (id === null) return null;
  const writes = Promise.all([
    joinQueue(tx, id),
    tx`
      update app.tickets set updated_at = now(), last_message_at = now(), last_from_me = true,
        last_message = ${summary(m.kind ?? "chat", m.body, m.data)}
      where company_id = ${tx.companyId} and id = ${conversation.id}`,
    wakeLine(tx, conversation),
  ]);
  const [message] = await Promise.all([announceMessage(tx, id, audienceOf(conversation), "create"), writes]);
  return message;
}

/** A message to be sent: row, ticket, job and events in this transaction. Null when the key is known already. */
export async function addOutbound(tx: Tx, conversation: Conversation, m: Outbound): Promise<Message | null> {
  const id = await queries.insert(tx, { ...rowOf(conversation), ...m, fromMe: true, status: "waiting", read: true });
  if (id === null) return null;
  addHalfHour(tx, conversation, { sent: 1 });
  // One connection carries out what it is given in order, so what is read here is already as these writes leave it.
  const writes = Promise.all([
    (m.sendClass ?? "reply") === "reply" ? undefined : joinQueue(tx, id),
    touchTicket(tx, conversation.id, {
      messageId: id,
      text: summary(m.kind ?? "chat", m.body, m.data),
      fromMe: true,
      at: null,
      unread: 0,
      byItself: m.data?.auto !== undefined,
    }),
    askCard(tx, id, m.kind ?? "chat", m.body),
    wakeLine(tx, conversation),
  ]);
  const told = Promise.all([
    announceMessage(tx, id, audienceOf(conversation), "create"),
    tellTicket(tx, conversation.id),
  ]);
  const [[message]] = await Promise.all([told, writes]);
  return message;
}

/**
 * Wakes the process that holds the line, once for what waits in a conversation. In no queue of jobs: the order is that of the rows, and a job of
 * a queue is often found by the next poll only, a second later (docs/architecture/jobs.md).
 */
export function wakeLine(
  tx: Tx,
  { contactId, connectionId }: Pick<Conversation, "contactId" | "connectionId">,
): Promise<unknown> {
  return enqueue(tx, deliver, { contactId, connectionId }, { key: `send:${connectionId}:${contactId}` });
}
