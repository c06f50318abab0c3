// Which connections offer a queue, as the editor of a queue says it (docs/product/queues.md#one-screen).
import { refuse } from "../../../contract/errors.ts";
import type { Parts } from "../../../core/parts.ts";
import type { Tx } from "../../../../db/tenant.ts";
import * as queries from "../queries.ts";
import { tellConnection } from "./tell.ts";

/** A connection that shall offer the queue. */
export interface Offer {
  id: number;
  /** Another greeting for the connection: with a second queue it asks which one the customer wants. */
  greetingMessage?: string | undefined;
}

/**
 * Makes these connections offer a queue, and no others. Refuses ERR_NO_WAPP_FOUND, and ERR_WAPP_GREETING_REQUIRED where a
 * connection would offer several queues and say nothing.
 */
export async function offerQueue(tx: Tx, parts: Parts, queueId: number, offers: readonly Offer[]): Promise<void> {
  await queries.lock(tx);
  const rows = await queries.list(tx);
  for (const { id } of offers) if (!rows.some((row) => row.id === id)) refuse("ERR_NO_WAPP_FOUND");
  for (const row of rows) {
    const offer = offers.find(({ id }) => id === row.id);
    const others = row.queues.map(({ id }) => id).filter((id) => id !== queueId);
    const offered = others.length < row.queues.length;
    const greeting = offer?.greetingMessage ?? row.greetingMessage;
    // One that was so before stays changeable.
    if (offered === (offer !== undefined) && greeting === row.greetingMessage) continue;
    if (offer && others.length > 0 && !greeting.trim()) refuse("ERR_WAPP_GREETING_REQUIRED");
    if (greeting !== row.greetingMessage) await queries.update(tx, row.id, { greeting });
    await queries.setQueues(tx, row.id, offer ? [...others, queueId] : others);
    await tellConnection(tx, parts, row.id, "update");
  }
}
