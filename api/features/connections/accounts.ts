// The directory from providers' accounts to connections. An account belongs to one connection of one company on the whole
// platform; definer functions let a company claim for itself and learn nothing of others.
import type { Tx } from "../../../db/tenant.ts";
import { forgetOwners } from "../../channels/lines/connections.ts";
import { refuse } from "../../contract/errors.ts";

/** Makes these accounts, and only these, lead to the connection. Refuses ERR_CHANNEL_ALREADY_CONNECTED when one leads elsewhere. */
export async function claimAccounts(
  tx: Tx,
  channel: string,
  accounts: readonly string[],
  connectionId: number,
): Promise<void> {
  const [row] = await tx<
    { ok: boolean }[]
  >`select app.claim_accounts(${channel}, ${accounts as string[]}, ${connectionId}) as ok`;
  if (!row?.ok) refuse("ERR_CHANNEL_ALREADY_CONNECTED");
  tx.afterCommit.push(forgetOwners);
}
/** The own connection that holds an account; null when nobody does. Refuses when another company does. */
export async function ownHolder(tx: Tx, channel: string, account: string): Promise<number | null> {
  const [row] = await tx<
    { ours: boolean; connectionId: number | null }[]
  >`select ours, connection_id as "connectionId" from app.account_holder(${channel}, ${account})`;
  if (row && !row.ours) refuse("ERR_CHANNEL_ALREADY_CONNECTED");
  return row?.connectionId ?? null;
}
