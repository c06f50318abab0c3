// What other features say to this one: something happened in a ticket. A job works out whom it concerns; a company without
// devices pays one look into an index, sent along with what the change writes anyway.
import { enqueue } from "../../core/jobs.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Happenings } from "../tickets/effects.ts";
import {
  campaignPause,
  chat,
  type ChatData,
  clear,
  outage,
  over,
  type OverData,
  type PauseData,
  ring,
  toldPauses,
} from "./tasks.ts";

/** Waits after failures sum up to half an hour with so many tries. */
const RING_TRIES = 8;
const CLEAR_TRIES = 5;
/** Jobs of one ticket run one after the other. A queue's name is kept for ever, so there is not one for each ticket. */
export const place = (ticketId: number) => `ring:${ticketId % 256}`;

/** A customer wrote to people: what an integration answers wakes nobody. A burst of messages that waits for its job is one job. */
export function ringMessage(tx: Tx, ticketId: number, messageId: number): void {
  const when = tx`not exists (
    select 1 from app.tickets t where t.company_id = ${tx.companyId} and t.id = ${ticketId} and t.use_integration)`;
  add(tx, { ticketId, why: "message", messageId, authorId: null }, `message:${ticketId}`, when);
}

/** A note names people. */
export function ringMentions(tx: Tx, ticketId: number, messageId: number, mentioned: number[]): void {
  add(tx, { ticketId, why: "mention", messageId, authorId: tx.userId, mentioned });
}

/** A ticket went from one state to another: it may begin to wait, be somebody else's, or concern nobody any more. */
export function ringChange(tx: Tx, { ticketId, before, after }: Happenings["changed"]): void {
  const moved = before?.userId !== after.userId || before?.queueId !== after.queueId ||
    before?.status !== after.status;
  if (!moved) return;
  if (before) clearChanged(tx, { ticketId });
  if (after.status === "pending" && (before?.status !== "pending" || before.queueId !== after.queueId)) {
    add(tx, { ticketId, why: "waits", messageId: null, authorId: tx.userId });
  } else if (
    after.status !== "closed" && after.userId !== null && after.userId !== before?.userId && after.userId !== tx.userId
  ) add(tx, { ticketId, why: "transfer", messageId: null, authorId: tx.userId });
}

/** A ticket is no longer what it was, or gone: takes notifications from those it does not concern any more. */
export function clearChanged(tx: Tx, { ticketId }: Happenings["gone"]): void {
  const when = tx`exists (
    select 1 from app.notifications_shown n where n.company_id = ${tx.companyId} and n.ticket_id = ${ticketId} and n.showing)`;
  sent(enqueue(tx, clear, { ticketId, readerId: null }, { queue: place(ticketId), attempts: CLEAR_TRIES, when }));
}

/** A connection has been away for a minute: the people who look after connections are rung. */
export function ringOutage(tx: Tx, connectionId: number): void {
  const when = tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId})`;
  const options = { queue: line(connectionId), attempts: RING_TRIES, when };
  sent(enqueue(tx, outage, { connectionId, over: false }, options));
}

/** A line that is back within a minute is nobody's trouble, ms. */
const SETTLED_MS = 60_000;
/** A campaign sends nothing for this reason: who made it learns of it if that is still so in a minute. */
export async function ringPause(tx: Tx, campaignId: number, reason: string, now = new Date()): Promise<void> {
  const told = toldPauses.find((one) => one === reason);
  if (!told) return;
  const data: PauseData = { campaignId, reason: told };
  await enqueue(tx, campaignPause, data, {
    key: `campaign-pause:${tx.companyId}:${campaignId}`,
    runAt: new Date(now.getTime() + SETTLED_MS),
    attempts: RING_TRIES,
    when: tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId})`,
  });
}

/** Something was said in a chat of colleagues. A burst that waits for its job is one job, but for what names somebody. */
export function ringChat(tx: Tx, data: Omit<ChatData, "only">): void {
  const when = tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId})`;
  const key = data.mentioned.length ? undefined : `chat:${data.chatId}`;
  sent(enqueue(tx, chat, data, { queue: chatPlace(data.chatId), key, attempts: RING_TRIES, when }));
}
/** Jobs of one chat run one after the other. */
export const chatPlace = (chatId: number): string => `ring-chat:${chatId % 64}`;

/** It is back, or nobody wants it any more: what rang is taken back. It waits for a ring that is on its way. */
export function clearOutage(tx: Tx, connectionId: number): void {
  const when = tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId})`;
  sent(enqueue(tx, outage, { connectionId, over: true }, { queue: line(connectionId), attempts: CLEAR_TRIES, when }));
}
const line = (connectionId: number) => `outage:${connectionId % 64}`;

/** This person looks at the ticket: its notification goes from all their devices. */
export function clearRead(tx: Tx, ticketId: number, readerId: number): void {
  const when = tx`exists (
    select 1 from app.notifications_shown n join app.devices d on d.company_id = n.company_id and d.id = n.device_id
    where n.company_id = ${tx.companyId} and n.ticket_id = ${ticketId} and n.showing and d.user_id = ${readerId})`;
  sent(enqueue(tx, clear, { ticketId, readerId }, { queue: place(ticketId), attempts: CLEAR_TRIES, when }));
}

/** Sessions that rang on these devices ended, and not by signing out there. */
export function tellOver(tx: Tx, devices: OverData["devices"]): void {
  if (devices.length) sent(enqueue(tx, over, { devices }, { attempts: RING_TRIES }));
}

function add(
  tx: Tx,
  data: Parameters<typeof enqueue<typeof ring.payload>>[2],
  key?: string,
  also = tx`true`,
): void {
  const when = tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId}) and ${also}`;
  const { ticketId } = data;
  sent(enqueue(tx, ring, data, { queue: place(ticketId), key, attempts: RING_TRIES, when, numbered: "ring" }));
}

/** Not waited for: the connection carries it out before the commit, and a statement that fails makes the commit fail. */
function sent(statement: Promise<unknown>): void {
  statement.then(() => {}, () => {});
}
