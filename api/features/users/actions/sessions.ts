// A person's sessions end: in the rows, and on the screens that show them.
import type postgres from "postgres";
import { forgetSessions } from "../../../core/access/auth.ts";
import { emit, only } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { tellOver } from "../../notifications/actions.ts";
import { sessionEnded } from "../contract.ts";

/** Why a session ended, as kept with it. */
export type EndReason = "elsewhere" | "logout" | "password" | "role" | "deleted" | "admin" | "reuse" | "own";

/** Which of a person's sessions. */
interface Which {
  /** Only those of this class of devices. */
  device?: string;
  /** This one goes on. */
  except?: string;
}

/** Ends a person's sessions, and tells their screens and their sleeping devices. */
export async function endSessions(tx: Tx, userId: number, reason: EndReason, which: Which = {}): Promise<void> {
  for (const ended of await end(tx, userId, reason, which)) announceEnd(tx, ended, reason);
}

/** Ends one session whoever's it is; answers the person, if it was alive. */
export async function endSession(tx: Tx, sessionId: string, reason: EndReason): Promise<number | undefined> {
  const [ended] = await endWhere(tx, reason, tx`id = ${sessionId}`);
  if (ended) announceEnd(tx, ended, reason);
  return ended?.userId;
}

function announceEnd(tx: Tx, { id, userId, devices }: Ended, reason: EndReason): void {
  emit(tx, sessionEnded, only(userId), {
    action: "logout",
    sessionId: id,
    reason: reason === "elsewhere" || reason === "password" ? reason : "ended",
  });
  // Who signs out wipes the device there and then.
  if (reason !== "logout") tellOver(tx, devices.map((device) => ({ ...device, sessionId: id })));
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}

interface Ended {
  id: string;
  userId: number;
  /** Where it rang. */
  devices: { language: string; endpoint: string; p256dh: string; auth: string }[];
}

/** Ends a person's live sessions; answers which. */
function end(tx: Tx, userId: number, reason: EndReason, which: Which): Promise<Ended[]> {
  return endWhere(
    tx,
    reason,
    tx`user_id = ${userId}
      and ${which.device ? tx`device = ${which.device}` : tx`true`}
      and ${which.except ? tx`id <> ${which.except}` : tx`true`}`,
  );
}

/** What rang for an ended session rings no more. */
function endWhere(tx: Tx, reason: EndReason, which: postgres.PendingQuery<postgres.Row[]>): Promise<Ended[]> {
  return tx<Ended[]>`
    with ended as (
      update app.sessions set ended_at = now(), end_reason = ${reason}
      where company_id = ${tx.companyId} and ended_at is null and ${which} returning id, user_id),
    silenced as (
      delete from app.devices d using ended where d.company_id = ${tx.companyId} and d.session_id = ended.id
      returning d.session_id, d.endpoint, d.p256dh, d.auth)
    select e.id, e.user_id as "userId", coalesce((
      select jsonb_agg(jsonb_build_object('language', u.language, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
      from silenced s join app.users u on u.company_id = ${tx.companyId} and u.id = e.user_id
      where s.session_id = e.id), '[]') as devices
    from ended e`;
}
