// Who sees which ticket: one rule for list, address, messages, search, counters and events
// (docs/product/tickets.md#who-sees-a-ticket). In SQL it is app.sees; as audience of an event it is a set of keys that a viewer
// holds or not (core/live/client.ts viewerKeys).
import type postgres from "postgres";
import type { Audience } from "../../core/live/emit.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Tx } from "../../../db/tenant.ts";

/** What the rule looks at. */
export interface Seen {
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  status: string;
}

/** The condition on a ticket `t` in a query: whom it is shown to. */
export function visible(tx: Tx, me: Me): postgres.PendingQuery<postgres.Row[]> {
  return condition(tx, me, me.allHistoric);
}
/** The same for who works in it: what one only reads of other queues is left out. */
export function served(tx: Tx, me: Me): postgres.PendingQuery<postgres.Row[]> {
  return condition(tx, me, false);
}
function condition(tx: Tx, me: Me, history: boolean): postgres.PendingQuery<postgres.Row[]> {
  if (me.profile === "admin") return tx`true`;
  return tx`app.sees(t.user_id, t.queue_id, t.is_group, t.status, false, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${history}, ${me.allUserChat})`;
}

/** Held by who reads conversations of other queues. */
const HISTORIC = "historic";
/** What waits or is answered: as in `app.sees`. */
const LIVE = ["open", "pending", "lgpd"];

/** The keys whose holders see a ticket. */
export function audienceKeys(ticket: Seen): string[] {
  const keys = ["admin"];
  const kind = ticket.isGroup ? "group-" : "";
  if (ticket.userId !== null) keys.push(`${kind}user:${ticket.userId}`);
  if (ticket.queueId !== null) keys.push(`${kind}queue:${ticket.queueId}`);
  else keys.push(ticket.isGroup ? "group" : "unqueued");
  if (!ticket.isGroup) keys.push(HISTORIC);
  if (!ticket.isGroup && LIVE.includes(ticket.status)) keys.push("live");
  return keys;
}
/** Whether somebody who holds these keys works in a ticket, and does not only read it. */
export function serves(keys: ReadonlySet<string>, ticket: Seen): boolean {
  return audienceKeys(ticket).some((key) => key !== HISTORIC && keys.has(key));
}
export function audienceOf(ticket: Seen): Audience {
  return { to: audienceKeys(ticket) };
}
/** Those who saw it before and no longer do: they get a delete. Null when nobody can have lost sight. */
export function lostSight(before: Seen, after: Seen): Audience | null {
  const now = audienceKeys(after);
  const lost = audienceKeys(before).filter((key) => !now.includes(key));
  return lost.length ? { to: lost, except: now } : null;
}
