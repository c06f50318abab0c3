// SQL of drafts. Nobody reads another's, but for what was left in a ticket that is theirs now: that is in `offers.ts`.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { ServerDraft } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export interface Place {
  userId: number;
  ticketId: number;
  mode: ServerDraft["mode"];
}
const shown = (tx: Tx): Fragment => tx`d.ticket_id as "ticketId", d.mode, d.text, d.rev, d.updated_at as "updatedAt"`;

/** This person's drafts on tickets that the condition on `t` lets them see, newest first; ended ones too. */
export function list(tx: Tx, userId: number, seen: Fragment): Promise<ServerDraft[]> {
  return tx<ServerDraft[]>`
    select ${shown(tx)} from app.drafts d join app.tickets t on t.company_id = d.company_id and t.id = d.ticket_id
    where d.company_id = ${tx.companyId} and d.user_id = ${userId} and ${seen}
    order by d.updated_at desc, d.ticket_id, d.mode`;
}
/** Locked for a change. `leftIn`: the ticket in which it is offered to another. */
export async function lock(tx: Tx, at: Place): Promise<ServerDraft & { leftIn: number | null } | undefined> {
  const [row] = await tx<(ServerDraft & { leftIn: number | null })[]>`
    select ${shown(tx)}, d.left_in as "leftIn" from app.drafts d
    where d.company_id = ${tx.companyId} and d.user_id = ${at.userId} and d.ticket_id = ${at.ticketId} and d.mode = ${at.mode} for update`;
  return row;
}
/** Nothing comes back when another device was first. */
export async function insert(tx: Tx, at: Place, text: string, rev: number): Promise<ServerDraft | undefined> {
  const [row] = await tx<ServerDraft[]>`
    insert into app.drafts as d (company_id, user_id, ticket_id, mode, text, rev)
    values (${tx.companyId}, ${at.userId}, ${at.ticketId}, ${at.mode}, ${text}, ${rev}) on conflict do nothing returning ${
    shown(tx)
  }`;
  return row;
}
/** Changes a draft that is locked. */
export async function update(tx: Tx, at: Place, text: string): Promise<ServerDraft> {
  const [row] = await tx<ServerDraft[]>`
    update app.drafts d set text = ${text}, rev = d.rev + 1, updated_at = clock_timestamp()
    where d.company_id = ${tx.companyId} and d.user_id = ${at.userId} and d.ticket_id = ${at.ticketId} and d.mode = ${at.mode} returning ${
    shown(tx)
  }`;
  return row!;
}
/** Keeps a person's newest `most`; ended ones go first. */
export async function trim(tx: Tx, userId: number, most: number): Promise<void> {
  await tx`
    delete from app.drafts where company_id = ${tx.companyId} and user_id = ${userId} and (ticket_id, mode) in (
      select ticket_id, mode from app.drafts where company_id = ${tx.companyId} and user_id = ${userId}
      order by text = '', updated_at desc, ticket_id, mode offset ${most})`;
}
