// The directory from providers' accounts to connections. An account belongs to one connection of one company on the whole
// platform; definer functions let a company claim for itself and learn nothing of others.
import { platform, type Tx } from "../../../db/tenant.ts";
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

interface Owner {
  companyId: number;
  connectionId: number;
}
const owners = new Map<string, { at: number; owner: Owner | null }>();
const OWNER_CACHE_MS = 5_000;

/** Whose a provider's account is; null when nobody has connected it. Remembered for five seconds. */
export async function ownerOf(channel: string, account: string): Promise<Owner | null> {
  const key = `${channel}:${account}`;
  const known = owners.get(key);
  if (known && Date.now() - known.at < OWNER_CACHE_MS) return known.owner;
  const [row] = await platform()<Owner[]>`
    select a.company_id as "companyId", a.connection_id as "connectionId" from app.channel_accounts a
    join app.connections c on c.company_id = a.company_id and c.id = a.connection_id and c.deleted_at is null
    where a.channel = ${channel} and a.account = ${account}`;
  if (owners.size > 10_000) owners.clear();
  owners.set(key, { at: Date.now(), owner: row ?? null });
  return row ?? null;
}
/** After a connection was made or removed in this process. */
export function forgetOwners(): void {
  owners.clear();
}
