// A person's sessions end: in the rows, and on the screens that show them.
import { forgetSessions } from "../../../core/access/auth.ts";
import { emit, only } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
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

/** Ends a person's sessions, and tells their screens. */
export async function endSessions(tx: Tx, userId: number, reason: EndReason, which: Which = {}): Promise<void> {
  for (const id of await end(tx, userId, reason, which)) announceEnd(tx, userId, id, reason);
}

/** Ends one session whoever's it is; answers the person, if it was alive. */
export async function endSession(tx: Tx, sessionId: string, reason: EndReason): Promise<number | undefined> {
  const userId = await endOne(tx, sessionId, reason);
  if (userId !== undefined) announceEnd(tx, userId, sessionId, reason);
  return userId;
}

function announceEnd(tx: Tx, userId: number, sessionId: string, reason: EndReason): void {
  emit(tx, sessionEnded, only(userId), {
    action: "logout",
    sessionId,
    reason: reason === "elsewhere" || reason === "password" ? reason : "ended",
  });
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}

/** Ends a person's live sessions; answers which. What rang for them rings no more. */
async function end(tx: Tx, userId: number, reason: EndReason, which: Which): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with ended as (
      update app.sessions set ended_at = now(), end_reason = ${reason}
      where company_id = ${tx.companyId} and user_id = ${userId} and ended_at is null
        and ${which.device ? tx`device = ${which.device}` : tx`true`}
        and ${which.except ? tx`id <> ${which.except}` : tx`true`} returning id),
    silenced as (
      delete from app.devices d using ended where d.company_id = ${tx.companyId} and d.session_id = ended.id)
    select id from ended`;
  return rows.map((row) => row.id);
}

async function endOne(tx: Tx, id: string, reason: EndReason): Promise<number | undefined> {
  const [row] = await tx<{ user_id: number }[]>`
    with ended as (
      update app.sessions set ended_at = now(), end_reason = ${reason}
      where company_id = ${tx.companyId} and id = ${id} and ended_at is null returning id, user_id),
    silenced as (
      delete from app.devices d using ended where d.company_id = ${tx.companyId} and d.session_id = ended.id)
    select user_id from ended`;
  return row?.user_id;
}
