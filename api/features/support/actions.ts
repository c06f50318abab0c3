// Support in a company, as other features need it.
import { forgetSessions } from "../../core/access/auth.ts";
import { SUPPORT_USER } from "../../core/access/support.ts";
import type { Looking } from "../../contract/support.ts";
import { admins, emit, only } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { sessionEnded } from "../users/contract.ts";
import { supportChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Who looks into the company now, for its admins. */
export async function lookingNow(tx: Tx): Promise<Looking | null> {
  const found = await queries.looking(tx);
  return found ? { by: found.by, until: found.until.toISOString(), mine: false } : null;
}

/** Ends support's sessions in the company, all of them or one, closes their screens and tells the admins. */
export async function endSupport(tx: Tx, id?: string): Promise<void> {
  const ended = await queries.end(tx, id);
  for (const sessionId of ended) {
    emit(tx, sessionEnded, only(SUPPORT_USER), { action: "logout", sessionId, reason: "ended" });
  }
  if (ended.length) emit(tx, supportChanged, admins, { support: await lookingNow(tx) });
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}
