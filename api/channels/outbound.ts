// Sends what waits, in the order in which it was written, one conversation at a time. The row is the truth: it says whether a
// message waits, is on its way, or what became of it. A wake-up only makes it quicker.
import { ChannelError, type Connection, type Manifest, type OutboundMessage } from "../../channels/sdk/mod.ts";
import { platform, type Tx, withTenant } from "../../db/tenant.ts";
import { log } from "../core/log.ts";
import { metrics } from "../core/metrics.ts";
import { audienceOfTicket, tell } from "../features/messages/actions.ts";
import { settle } from "../features/messages/inbound-updates.ts";
import { lockByKey } from "../features/messages/queries.ts";
import { loadOutbound, type OutboundRow } from "./outbound-row.ts";

/** An echo or status settles an unknown outcome within this time, or it stays unknown (reliability §2). */
export const RECONCILE_MS = 10_000;
/** Before the network call a claim older than this is checked again: the process may have been paused. */
const CLAIM_FRESH_MS = 3_000;
const BACKOFF_S = [1, 2, 4, 8, 15, 30, 60];
/** What cannot be delivered in this time is failed, not kept for ever. */
const GIVE_UP_S = 24 * 3600;

export interface Line {
  companyId: number;
  connectionId: number;
  manifest: Manifest;
  connection: Connection;
  /** Names this owner in a claim: process and fence. */
  token: string;
  /** When this owner began; what was on its way before is of a dead one. */
  since: number;
  signal: AbortSignal;
}

/** Sends everything due of one conversation. Resolves with ms until something is due again, or null. */
export async function drain(line: Line, contactId: number): Promise<number | null> {
  while (!line.signal.aborted) {
    const claim = await claimNext(line, contactId);
    if (claim === "nothing") return null;
    if ("wait" in claim) return claim.wait;
    await attempt(line, claim.row, claim.at);
  }
  return null;
}

type Claim = "nothing" | { wait: number } | { row: OutboundRow; at: number };

/** The oldest unsettled message of the conversation: nothing behind it may overtake it. */
async function claimNext(line: Line, contactId: number): Promise<Claim> {
  const { companyId, connectionId } = line;
  return await withTenant({ companyId }, async (tx) => {
    const [head] = await tx<
      {
        id: number;
        status: string;
        due: number;
        age: number;
        sendingBy: string | null;
        attempts: number;
        paused: number;
      }[]
    >`
      select m.id, m.status, m.attempts, m.sending_by as "sendingBy",
        coalesce(extract(epoch from m.retry_at - now()) * 1000, 0)::float8 as due, coalesce(extract(epoch from now() - m.sending_since) * 1000, 0)::float8 as age,
        coalesce(extract(epoch from c.paused_until - now()) * 1000, 0)::float8 as paused
      from app.messages m join app.connections c on c.company_id = m.company_id and c.id = m.connection_id
      where m.company_id = ${companyId} and m.contact_id = ${contactId} and m.connection_id = ${connectionId} and m.status in ('waiting', 'sending') and m.from_me and not m.is_private
      order by m.id limit 1 for update of m`;
    if (!head) return "nothing";
    const wait = Math.max(head.due, head.paused);
    if (wait > 0) return { wait: Math.ceil(wait) };
    if (head.status === "sending") {
      const unknown = await judgeUnknown(tx, line, head);
      if (unknown !== "retry") return unknown;
    }
    await tx`
      update app.messages set status = 'sending', sending_since = now(), sending_by = ${line.token}, attempts = attempts + 1, retry_at = null
      where company_id = ${companyId} and id = ${head.id}`;
    return { row: await loadOutbound(tx, head.id), at: performance.now() };
  });

  /**
   * On its way already. Of a dead owner: the echo has ten seconds from our start to settle it, then it is sent again (counted);
   * of ours with a lost answer: the same ten seconds, then it stays uncertain and a person decides.
   */
  async function judgeUnknown(
    tx: Tx,
    line: Line,
    head: { id: number; age: number; sendingBy: string | null },
  ): Promise<Claim | "retry"> {
    const ours = head.sendingBy === line.token;
    const age = ours ? head.age : Math.min(head.age, performance.now() - line.since);
    if (line.manifest.correlation === "echoed" && age < RECONCILE_MS) {
      return { wait: Math.ceil(RECONCILE_MS - age) + 50 };
    }
    if (!ours || line.manifest.correlation === "chosen") {
      if (line.manifest.correlation === "chosen") return "retry";
      if (await echoMayWait()) return { wait: 1_000 };
      metrics.uncertain.inc();
      return "retry";
    }
    // In this transaction: it holds the row, so another one would wait for it for ever.
    metrics.uncertain.inc();
    await finish(tx, head.id, "uncertain", "ERR_OUTCOME_UNKNOWN");
    return { wait: 0 };
  }
}

/** Whether a webhook was acknowledged and never carried out, because its process died: the echo may be in it. */
async function echoMayWait(): Promise<boolean> {
  const [row] = await platform()`
    select 1 from app.inbound_raw where processed_at is null and failure is null and attempts < 20 and received_at < now() - interval '2 seconds' limit 1`;
  return row !== undefined;
}

async function attempt(line: Line, row: OutboundRow, claimedAt: number): Promise<void> {
  const { companyId } = line;
  if (performance.now() - claimedAt > CLAIM_FRESH_MS && !await stillMine(line, row.id)) return;
  const message: OutboundMessage = row.message;
  try {
    const { externalId, ack } = await line.connection.send(message);
    metrics.sends.inc({ channel: line.manifest.id, result: "sent" });
    await withTenant({ companyId }, async (tx) => {
      const current = await lockByKey(tx, message.key);
      if (current) await settle(tx, current, { externalId, ack: ack ?? 1 });
    });
  } catch (error) {
    await handle(line, row, error);
  }
}

async function stillMine(line: Line, id: number): Promise<boolean> {
  const [row] =
    await platform()`select 1 from app.messages where company_id = ${line.companyId} and id = ${id} and status = 'sending' and sending_by = ${line.token}`;
  return row !== undefined;
}

/** What a failed attempt means: wait, give up with a reason, or not know. */
async function handle(line: Line, row: OutboundRow, error: unknown): Promise<void> {
  if (!(error instanceof ChannelError)) {
    log.error("a channel threw something of its own", { channel: line.manifest.id, error });
    metrics.sends.inc({ channel: line.manifest.id, result: "bug" });
    return await fail(line, row.id, "ERR_SENDING_WAPP_MSG");
  }
  metrics.sends.inc({ channel: line.manifest.id, result: error.maybeSent ? "unknown" : error.code });
  if (error.maybeSent) return await leaveUnknown(line, row.id);
  const final = error.code === "rejected" || error.code === "window-closed" || error.reason === "ERR_PROVIDER_AUTH";
  if (final || row.ageS > GIVE_UP_S) return await fail(line, row.id, error.reason);
  const delayS = Math.max((error.retryAfterMs ?? 0) / 1000, BACKOFF_S[Math.min(row.attempts, BACKOFF_S.length - 1)]!);
  await postpone(
    line,
    row,
    delayS,
    error.scope === "connection" && error.code === "rate-limited" ? delayS : pauseFor(error, row),
  );
}
/** After three failures in a row the line itself is taken to be down: its other conversations wait too, other lines do not. */
function pauseFor(error: ChannelError, row: OutboundRow): number {
  return error.code === "unreachable" && row.attempts >= 3
    ? BACKOFF_S[Math.min(row.attempts - 2, BACKOFF_S.length - 1)]!
    : 0;
}

async function postpone(line: Line, row: OutboundRow, delayS: number, pauseS: number): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`
      update app.messages set status = 'waiting', retry_at = now() + make_interval(secs => ${delayS}), sending_since = null, sending_by = null
      where company_id = ${line.companyId} and id = ${row.id} and status = 'sending'`;
    if (pauseS > 0) {
      await tx`update app.connections set paused_until = greatest(paused_until, now() + make_interval(secs => ${pauseS})) where company_id = ${line.companyId} and id = ${line.connectionId}`;
    }
  });
}
/** The answer was lost: nobody knows. The row stays `sending`; an echo or status within ten seconds settles it. */
async function leaveUnknown(line: Line, id: number): Promise<void> {
  await withTenant(
    { companyId: line.companyId },
    (tx) =>
      tx`update app.messages set sending_since = now() where company_id = ${line.companyId} and id = ${id} and status = 'sending'`,
  );
}
async function fail(line: Line, id: number, reason: string): Promise<void> {
  await withTenant({ companyId: line.companyId }, (tx) => finish(tx, id, "failed", reason));
}
async function finish(tx: Tx, id: number, status: "failed" | "uncertain", reason: string): Promise<void> {
  const [row] = await tx<{ ticket_id: number }[]>`
    update app.messages set status = ${status}, error = ${reason}, sending_since = null, sending_by = null, retry_at = null
    where company_id = ${tx.companyId} and id = ${id} and status = 'sending' returning ticket_id`;
  if (row) await tell(tx, id, await audienceOfTicket(tx, row.ticket_id), "update");
}
