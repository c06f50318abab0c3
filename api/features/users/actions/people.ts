// People as other features read them, and tell of them.
import { refuse } from "../../../contract/errors.ts";
import type { Viewer } from "../../../contract/permissions.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { type Preferences, type User, userChanged } from "../contract.ts";
import * as queries from "../queries.ts";

/** The condition on a person `u` who is there. */
export const isOnline = queries.isOnline;

/** One person of the transaction's company. */
export function userById(tx: Tx, id: number): Promise<User | undefined> {
  return queries.byId(tx, id);
}

/** How a person likes the app. */
export function preferencesOf(tx: Tx, id: number): Promise<Preferences> {
  return queries.preferencesOf(tx, id);
}

/** Tells everybody how these people are now. */
export async function announceUsers(
  tx: Tx,
  ids: readonly number[],
  action: "create" | "update" = "update",
): Promise<void> {
  if (!ids.length) return;
  for (const user of await queries.colleagues(tx, ids)) emit(tx, userChanged, everybody, { action, user });
}

/**
 * Refuses ERR_NO_PERMISSION to an admin of company 1 who is no operator, and who must not become one by an operator's password,
 * e-mail or lost second factor.
 */
export function guardOperator(me: Viewer, user: Pick<User, "super">): void {
  if (user.super && !me.super) refuse("ERR_NO_PERMISSION");
}
