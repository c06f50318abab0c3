// The second identity: a connection, for programs of a company that send and ask over it. They show its token where a person's
// device shows an access token, and are no person: they have no queues, no permissions and no language.
import { createHash } from "node:crypto";
import { refuse } from "../../contract/errors.ts";
import { allFlags, type PlanFlags } from "../../contract/plans.ts";
import { platform } from "../../../db/tenant.ts";
import { isExpired } from "./auth.ts";

/** The connection whose token a call carries. */
export interface CallingConnection {
  companyId: number;
  id: number;
  name: string;
  channel: string;
  companyExpired: boolean;
  dueAt: Date | null;
  timezone: string;
  plan: PlanFlags;
}

/** As connections have it; an access token of a person has dots. */
const TOKEN = /^Bearer ([A-Za-z0-9]{16,100})$/;

interface Row extends Omit<CallingConnection, "companyExpired" | "plan"> {
  forever: boolean;
  flags: Record<string, boolean>;
}

/**
 * The connection of a bearer header. It is looked up by the hash of its token, so that how long the look-up takes says nothing of
 * any token. Refuses ERR_INVALID_TOKEN where there is none, where it was deleted, where its company is switched off, and where two
 * companies gave theirs the same token.
 */
export async function connectionOf(header: string | undefined): Promise<CallingConnection> {
  const token = TOKEN.exec(header ?? "")?.[1];
  if (!token) return refuse("ERR_INVALID_TOKEN");
  const rows = await platform()<Row[]>`
    select ${columns()} from app.connections w
    join app.companies c on c.id = w.company_id
    join app.plans p on p.id = c.plan_id
    where sha256(w.token::bytea) = ${createHash("sha256").update(token).digest()} and w.deleted_at is null and c.active
    limit 2`;
  const [row] = rows;
  if (!row || rows.length > 1) return refuse("ERR_INVALID_TOKEN");
  return described(row);
}

/** The connection that a company's key works over: the one it names, else the default one. Refuses ERR_NO_WAPP_FOUND. */
export async function lineOf(
  { companyId }: { companyId: number },
  named: string | undefined,
): Promise<CallingConnection> {
  if (named !== undefined && !/^\d{1,15}$/.test(named)) return refuse("ERR_NO_WAPP_FOUND");
  const [row] = await platform()<Row[]>`
    select ${columns()} from app.connections w
    join app.companies c on c.id = w.company_id
    join app.plans p on p.id = c.plan_id
    where w.company_id = ${companyId} and w.deleted_at is null
      and ${named === undefined ? platform()`w.is_default` : platform()`w.id = ${Number(named)}`}`;
  return row ? described(row) : refuse("ERR_NO_WAPP_FOUND");
}

const columns = () =>
  platform()`w.company_id as "companyId", w.id, w.name, w.channel, c.due_at as "dueAt", c.timezone, p.flags, c.id = 1 as forever`;
function described({ forever, flags, ...connection }: Row): CallingConnection {
  return { ...connection, companyExpired: isExpired(connection.dueAt, forever), plan: allFlags(flags) };
}
