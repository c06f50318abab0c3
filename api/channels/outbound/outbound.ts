// Sends what waits, in the order in which it was written, one conversation at a time. The row is the truth: it says whether a
// message waits, is on its way, or what became of it. A wake-up only makes it quicker.
//
// Where a channel has a governor automated messages ask it first (`pace.ts`). People never do, and go before automated messages of
// their conversation that are not on their way: a greeting that is held back must not keep an answer waiting.
import { ChannelError, type Connection, type Manifest, type OutboundMessage } from "../../../channels/sdk/mod.ts";
import { platform, type Tx, withTenant } from "../../../db/tenant.ts";
import { log } from "../../core/log.ts";
import { SEND_CLASSES } from "../../core/send-class.ts";
import { isOpen } from "../../core/still-allowed.ts";
import { metrics } from "../../core/metrics.ts";
import { announceMessage, audienceOfTicket } from "../../features/messages/actions/tell.ts";
import { settle } from "../../features/messages/inbound/updates.ts";
import { happen } from "../../features/tickets/effects.ts";
import { lockByKey } from "../../features/messages/queries.ts";
import { loadOutbound, type OutboundRow } from "./row.ts";
import { releasing, waitsForTurn } from "../../features/pace/queue.ts";
import { type Budget, noteRefusal, takeTurn } from "../../features/pace/turns.ts";

/** An echo or status settles an unknown outcome within this time, or it stays unknown. */
export const RECONCILE_MS = 10_000;
/** A process for webhooks that comes up again and again puts a send off no longer than this. */
const PATIENCE_MS = 60_000;
/** Before the network call a claim older than this is checked again: the process may have been paused. */
const CLAIM_FRESH_MS = 3_000;
const BACKOFF_S = [1, 2, 4, 8, 15, 30, 60];
/** While a line is down it is asked this often; when it is back everything goes out at once (`resume`). */
const DOWN_S = 60;
/** A message that cannot be delivered in this time fails. */
const GIVE_UP_S = 24 * 3600;

export interface OpenLine {
  companyId: number;
  connectionId: number;
  manifest: Manifest;
  connection: Connection;
  /** Names this owner in a claim: process and fence. */
  token: string;
  /** When this owner began; what was on its way before is of a dead one. */
  since: number;
  signal: AbortSignal;
  /** Whether this process may still act for the connection. Asked right before each deed: it may have been paused. */
  held: () => boolean;
}

/**
 * Sends everything due of one conversation. `inTurn`: one message, because it is the turn of one that nobody is owed; otherwise such
 * messages are left to their turn. Resolves with ms until something is due again, or null.
 */
export async function drain(line: OpenLine, contactId: number, inTurn = false): Promise<number | null> {
  while (!line.signal.aborted && line.held()) {
    const claim = await claimNext(line, contactId, inTurn);
    if (claim === "nothing") return null;
    if ("wait" in claim) return claim.wait;
    await attempt(line, claim.row, claim.at, claim.budget);
    if (inTurn) return null;
  }
  return null;
}

type Claim = "nothing" | { wait: number } | { row: OutboundRow; at: number; budget?: Budget };

/** The oldest unsettled message of the conversation: nothing behind it may overtake it, but people's what is automated. */
async function claimNext(line: OpenLine, contactId: number, inTurn: boolean): Promise<Claim> {
  const { companyId, connectionId } = line;
  const { governor } = line.manifest;
  return await withTenant({ companyId }, async (tx) => {
    const [head] = await tx<
      {
        id: number;
        byHand: boolean;
        sendClass: number;
        open: boolean;
        over: boolean;
        status: string;
        due: number;
        age: number;
        sendingBy: string | null;
        attempts: number;
        paused: number;
      }[]
    >`
      select m.id, m.status, m.by_hand as "byHand", m.send_class as "sendClass", ${
      isOpen(tx)
    } as open, m.send_class > 0 and coalesce((m.data ->> 'until')::timestamptz <= clock_timestamp(), false) as over, m.attempts, m.sending_by as "sendingBy",
        coalesce(extract(epoch from m.retry_at - now()) * 1000, 0)::float8 as due, coalesce(extract(epoch from now() - m.sending_since) * 1000, 0)::float8 as age,
        coalesce(extract(epoch from w.paused_until - now()) * 1000, 0)::float8 as paused
      from app.messages m join app.connections w on w.company_id = m.company_id and w.id = m.connection_id join app.companies c on c.id = m.company_id
      where m.company_id = ${companyId} and m.contact_id = ${contactId} and m.connection_id = ${connectionId} and m.status in ('waiting', 'sending') and m.from_me and not m.is_private
      order by ${governor ? tx`m.status = 'waiting' and not m.by_hand, ` : tx``}m.id limit 1 for update of m`;
    if (!head) return "nothing";
    const wait = Math.max(head.due, head.paused);
    if (wait > 0) return { wait: Math.ceil(wait) };
    if (head.status === "sending") {
      const unknown = await judgeUnknown(tx, line, head);
      if (unknown !== "retry") return unknown;
    }
    // Written before the subscription ended: nobody waits for it any more. What people wrote goes.
    if (!head.open && !head.byHand && head.status === "waiting") {
      await finish(tx, head.id, "failed", "ERR_SUBSCRIPTION_EXPIRED", "waiting");
      return { wait: 0 };
    }
    if (head.over && head.status === "waiting") {
      await finish(tx, head.id, "failed", "ERR_OUTSIDE_HOURS", "waiting");
      return { wait: 0 };
    }
    const bulk = head.sendClass > 0 && head.status === "waiting" && !inTurn;
    if (bulk && await waitsForTurn(tx, line, contactId, head.id)) return "nothing";
    let budget: Budget | undefined;
    if (governor && !head.byHand && head.status === "waiting") {
      const turn = await takeTurn(tx, line, governor, {
        id: head.id,
        contactId,
        sendClass: SEND_CLASSES[head.sendClass]!,
      });
      if (turn === "held") return "nothing";
      if ("wait" in turn) return turn;
      budget = turn.go;
    }
    // Its age counts from its first attempt, without the time for which it was held back since.
    const heldFor = head.byHand ? tx`interval '0'` : tx`coalesce((select now() - since from released), interval '0')`;
    await tx`
      ${head.byHand ? tx`` : releasing(tx, head.id)}
      update app.messages set status = 'sending', sending_since = now(), sending_by = ${line.token}, attempts = attempts + 1, retry_at = null,
        tried_since = coalesce(tried_since + ${heldFor}, now()), maybe_sent = maybe_sent or status = 'sending'
      where company_id = ${companyId} and id = ${head.id}`;
    return { row: await loadOutbound(tx, head.id), at: performance.now(), budget };
  });

  /**
   * On its way already. Where we chose the provider's id it is sent again: it is the same message. Else, of a dead owner: the
   * echo has ten seconds from our start, or from that of the latest process for webhooks, to settle it, then it is sent again
   * (counted); of ours with a lost answer: the same ten seconds, then it stays uncertain and a person decides.
   */
  async function judgeUnknown(
    tx: Tx,
    line: OpenLine,
    head: { id: number; age: number; sendingBy: string | null },
  ): Promise<Claim | "retry"> {
    const ours = head.sendingBy === line.token;
    const age = ours ? head.age : Math.min(head.age, performance.now() - line.since);
    if (line.manifest.correlation === "echoed" && age < RECONCILE_MS) {
      return { wait: Math.ceil(RECONCILE_MS - age) + 50 };
    }
    if (line.manifest.correlation === "chosen") return "retry";
    if (!ours) {
      if (await echoMayWait(age < PATIENCE_MS)) return { wait: 1_000 };
      metrics.uncertain.inc();
      return "retry";
    }
    // In this transaction: it holds the row, so another one would wait for it for ever.
    metrics.uncertain.inc();
    await finish(tx, head.id, "uncertain", "ERR_OUTCOME_UNKNOWN");
    return { wait: 0 };
  }
}

/**
 * Whether the echo may be on its way yet: in a webhook that was acknowledged and never carried out, because its process died, or
 * (`patient`) with the provider, which brings what it kept to a process that has only just come up.
 */
async function echoMayWait(patient: boolean): Promise<boolean> {
  const [row] = await platform()`
    select 1 from app.inbound_raw where processed_at is null and failure is null and set_aside_at is null and received_at < now() - interval '2 seconds'
    union all
    select 1 from app.processes where ${patient} and 'api' = any (string_to_array(roles, ',')) and started > now() - make_interval(secs => ${
    RECONCILE_MS / 1000
  }) limit 1`;
  return row !== undefined;
}

async function attempt(line: OpenLine, row: OutboundRow, claimedAt: number, budget?: Budget): Promise<void> {
  const { companyId } = line;
  if (performance.now() - claimedAt > CLAIM_FRESH_MS && !await stillMine(line, row.id)) return;
  const message: OutboundMessage = row.message;
  // The row stays claimed by a dead owner: the process that holds the connection now reconciles it.
  if (!line.held()) return;
  const began = performance.now();
  try {
    const { externalId, ack } = await line.connection.send(message);
    metrics.sends.inc({ channel: line.manifest.id, result: "sent" });
    if (budget) metrics.pacedSent.inc({ budget });
    await withTenant({ companyId }, async (tx) => {
      const current = await lockByKey(tx, message.key);
      if (current) await forgetRefusals(tx, current.id, externalId);
      if (current) await settle(tx, current, { externalId, ack: ack ?? 1 });
    });
  } catch (error) {
    if (line.manifest.governor?.kind === "pace" && error instanceof ChannelError) {
      await noteRefusal(line, error.reason, { cold: budget === "cold", retryAfterMs: error.retryAfterMs });
    }
    await handle(line, row, error, began);
  }
}
/** A refusal of an earlier attempt came as an event too and was parked under the id that this attempt shares: it is past. */
async function forgetRefusals(tx: Tx, id: number, externalId: string): Promise<void> {
  await tx`
    delete from app.early_updates e using app.messages m
    where m.company_id = ${tx.companyId} and m.id = ${id} and e.company_id = m.company_id and e.connection_id = m.connection_id
      and e.external_id = ${externalId} and e.event ->> 'kind' = 'status' and e.event ? 'error' and e.created_at < m.sending_since`;
}

async function stillMine(line: OpenLine, id: number): Promise<boolean> {
  const [row] =
    await platform()`select 1 from app.messages where company_id = ${line.companyId} and id = ${id} and status = 'sending' and sending_by = ${line.token}`;
  return row !== undefined;
}

/** What a failed attempt means: wait, give up with a reason, or not know. */
async function handle(line: OpenLine, row: OutboundRow, error: unknown, began: number): Promise<void> {
  if (!(error instanceof ChannelError)) {
    log.error("a channel threw something of its own", { channel: line.manifest.id, error });
    metrics.sends.inc({ channel: line.manifest.id, result: "bug" });
    return await fail(line, row.id, "ERR_SENDING_WAPP_MSG");
  }
  metrics.sends.inc({ channel: line.manifest.id, result: error.maybeSent ? "unknown" : error.code });
  if (error.maybeSent && line.manifest.correlation !== "chosen") return await leaveUnknown(line, row.id);
  const final = error.code === "rejected" || error.code === "window-closed" || error.reason === "ERR_PROVIDER_AUTH";
  if (error.maybeSent && row.ageS > GIVE_UP_S) return await giveUpUncertain(line, row.id);
  if (final || row.ageS > GIVE_UP_S) return await fail(line, row.id, error.reason);
  if (error.code === "not-connected") {
    const backAgain = (upSince.get(line.connectionId) ?? 0) > began;
    return await postpone(line, row, { delayS: backAgain ? 0 : DOWN_S, counts: false });
  }
  const delayS = Math.max((error.retryAfterMs ?? 0) / 1000, BACKOFF_S[Math.min(row.attempts, BACKOFF_S.length - 1)]!);
  const pauseS = error.scope === "connection" && error.code === "rate-limited" ? delayS : pauseFor(error, row);
  await postpone(line, row, { delayS, pauseS, maybeSent: error.maybeSent });
}
/** After three failures in a row the line itself is taken to be down: its other conversations wait too, other lines do not. */
function pauseFor(error: ChannelError, row: OutboundRow): number {
  return error.code === "unreachable" && error.scope === "connection" && row.attempts >= 3
    ? BACKOFF_S[Math.min(row.attempts - 2, BACKOFF_S.length - 1)]!
    : 0;
}

interface Postponed {
  delayS: number;
  /** So long the line's other conversations wait too, s. */
  pauseS?: number;
  /** False for what never left: it was no attempt. */
  counts?: boolean;
  /** Nobody knows whether this attempt arrived. */
  maybeSent?: boolean;
}
/** Back to waiting. */
async function postpone(
  line: OpenLine,
  row: OutboundRow,
  { delayS, pauseS = 0, counts = true, maybeSent = false }: Postponed,
): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`
      update app.messages set status = 'waiting', retry_at = now() + make_interval(secs => ${delayS}), sending_since = null, sending_by = null,
        attempts = attempts - ${counts ? 0 : 1}, maybe_sent = maybe_sent or ${maybeSent}
      where company_id = ${line.companyId} and id = ${row.id} and status = 'sending'`;
    if (pauseS > 0) {
      await tx`update app.connections set paused_until = greatest(paused_until, now() + make_interval(secs => ${pauseS})) where company_id = ${line.companyId} and id = ${line.connectionId}`;
    }
  });
}
/** When a connection came up last: a send that was refused just before does not wait. */
const upSince = new Map<number, number>();

/**
 * A line is up again: nothing that was put off for a short while, messages and deeds, waits any longer. The
 * caller wakes it.
 */
export async function resume(companyId: number, connectionId: number): Promise<void> {
  upSince.set(connectionId, performance.now());
  const soon = BACKOFF_S.at(-1)!;
  await withTenant({ companyId }, async (tx) => {
    await tx`
      update app.messages set retry_at = null
      where company_id = ${companyId} and connection_id = ${connectionId} and status = 'waiting' and from_me and not is_private
        and retry_at <= now() + make_interval(secs => ${soon})`;
    await tx`
      update app.channel_requests set due_at = now()
      where company_id = ${companyId} and connection_id = ${connectionId} and due_at > now() and due_at <= now() + make_interval(secs => ${soon})`;
  });
}
/** Sent again and again for a day, and never an answer. */
async function giveUpUncertain(line: OpenLine, id: number): Promise<void> {
  metrics.uncertain.inc();
  await withTenant({ companyId: line.companyId }, (tx) => finish(tx, id, "uncertain", "ERR_OUTCOME_UNKNOWN"));
}
/** The answer was lost: nobody knows. The row stays `sending`; an echo or status within ten seconds settles it. */
async function leaveUnknown(line: OpenLine, id: number): Promise<void> {
  await withTenant(
    { companyId: line.companyId },
    (tx) =>
      tx`update app.messages set sending_since = now() where company_id = ${line.companyId} and id = ${id} and status = 'sending'`,
  );
}
async function fail(line: OpenLine, id: number, reason: string): Promise<void> {
  await withTenant({ companyId: line.companyId }, (tx) => finish(tx, id, "failed", reason));
}
async function finish(
  tx: Tx,
  id: number,
  status: "failed" | "uncertain",
  reason: string,
  from: "waiting" | "sending" = "sending",
): Promise<void> {
  const [row] = await tx<{ ticketId: number; contactId: number }[]>`
    ${releasing(tx, id)}
    update app.messages set status = ${status}, error = ${reason}, sending_since = null, sending_by = null, retry_at = null
    where company_id = ${tx.companyId} and id = ${id} and status = ${from} 
    returning ticket_id as "ticketId", contact_id as "contactId"`;
  if (!row) return;
  await announceMessage(tx, id, await audienceOfTicket(tx, row.ticketId), "update");
  if (status === "failed") await happen(tx, "failed", { contactId: row.contactId, reason });
}
