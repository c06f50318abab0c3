// SQL of invitations. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Invitation } from "./contract.ts";

const HOLDS_FOR = "7 days";

const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`i.id, i.email, i.profile, u.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
    coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color)
        order by q.position nulls last, q.name_key, q.id)
      from app.queues q where q.company_id = i.company_id and q.id = any (i.queue_ids)), '[]') as queues`;
const from = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`app.invitations i join app.users u on u.company_id = i.company_id and u.id = i.user_id`;

type Row = Omit<Invitation, "createdAt" | "expiresAt"> & { createdAt: Date; expiresAt: Date };

/** Those that still hold, the newest first. */
export function pending(tx: Tx): Promise<Row[]> {
  return tx<Row[]>`
    select ${shown(tx)} from ${from(tx)}
    where i.company_id = ${tx.companyId} and i.expires_at > now() order by i.created_at desc, i.id desc`;
}
export async function byId(tx: Tx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select ${shown(tx)} from ${from(tx)}
    where i.company_id = ${tx.companyId} and i.id = ${id} and i.expires_at > now()`;
  return row;
}
/** Makes one, or makes the one that this e-mail has anew: an older link does not hold any more. */
export async function write(
  tx: Tx,
  given: { email: string; profile: string; queueIds: readonly number[]; token: string; userId: number },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.invitations as i (company_id, email, profile, queue_ids, token, user_id, expires_at)
    values (${tx.companyId}, ${given.email}, ${given.profile}, ${given.queueIds as number[]}::bigint[], ${given.token},
      ${given.userId}, now() + ${HOLDS_FOR}::text::interval)
    on conflict (company_id, email) do update set profile = excluded.profile, queue_ids = excluded.queue_ids,
      token = excluded.token, user_id = excluded.user_id, created_at = now(), expires_at = excluded.expires_at
    returning i.id`;
  return row!.id;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.invitations where company_id = ${tx.companyId} and id = ${id}`;
}

/** What holds: in time, of a company that is active, given by somebody who may still invite. */
const holds = (tx: Tx, tokens: string[]): postgres.PendingQuery<postgres.Row[]> =>
  tx`i.company_id = ${tx.companyId} and i.token = any (${tokens}) and i.expires_at > now()
    and c.id = i.company_id and c.active and u.company_id = i.company_id and u.id = i.user_id and u.profile = 'admin'`;

export async function opened(
  tx: Tx,
  tokens: string[],
): Promise<{ company: string; email: string; invitedBy: string } | undefined> {
  const [row] = await tx<{ company: string; email: string; invitedBy: string }[]>`
    select c.name as company, i.email, u.name as "invitedBy"
    from app.invitations i, app.companies c, app.users u where ${holds(tx, tokens)}`;
  return row;
}
/** Uses one up: of two who come with the same token one gets it. Its queues are those that are still there. */
export async function take(
  tx: Tx,
  tokens: string[],
): Promise<{ email: string; profile: "admin" | "user"; queueIds: number[] } | undefined> {
  const [row] = await tx<{ email: string; profile: "admin" | "user"; queueIds: number[] }[]>`
    delete from app.invitations i using app.companies c, app.users u where ${holds(tx, tokens)}
    returning i.email, i.profile, array(select q.id from app.queues q
      where q.company_id = i.company_id and q.id = any (i.queue_ids)) as "queueIds"`;
  return row;
}
