// SQL over the connections of all companies, through the platform's door.
import type postgres from "postgres";
import type { PlatformTx } from "../../../db/tenant.ts";
import type { CompanyLines, Line } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Row = Omit<Line, "since" | "updatedAt"> & { since: Date; updatedAt: Date };

const shown = (tx: PlatformTx): Fragment =>
  tx`select l.id, l.name, l.channel, l.number, l.status, l.reason, l.since, l.updated_at as "updatedAt", l.is_default as "isDefault",
      l.company_id as "companyId", jsonb_build_object('id', c.id, 'name', c.name) as company
    from app.connections l join app.companies c on c.id = l.company_id where l.deleted_at is null and c.removed_at is null`;

/** Those of all companies, or of one: by company, the default one first. */
export function list(tx: PlatformTx, companyId: number | null): Promise<Row[]> {
  return tx<Row[]>`
    ${shown(tx)} and (${companyId}::bigint is null or l.company_id = ${companyId})
    order by c.name_key, c.id, l.is_default desc, l.name_key, l.id`;
}
export async function byId(tx: PlatformTx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`${shown(tx)} and l.id = ${id}`;
  return row;
}

const found = (tx: PlatformTx, search: string): Fragment =>
  tx`where c.removed_at is null ${
    search ? tx`and app.fold(c.name || ' ' || c.email) like (select app.pattern(${search}))` : tx``
  }`;
const counts = (tx: PlatformTx): Fragment =>
  tx`count(l.id) filter (where l.status = 'CONNECTED') as connected,
    count(l.id) filter (where l.status <> 'CONNECTED') as disconnected, count(l.id) as total`;
const joined = (tx: PlatformTx): Fragment =>
  tx`app.companies c left join app.connections l on l.company_id = c.id and l.deleted_at is null`;

/** A page of companies by name. */
export function companies(tx: PlatformTx, search: string, size: number, skip: number): Promise<CompanyLines[]> {
  return tx<CompanyLines[]>`
    select c.id, c.name, c.active as status, ${counts(tx)} from ${joined(tx)} ${found(tx, search)}
    group by c.id order by c.name_key, c.id limit ${size} offset ${skip}`;
}
type Sums = Pick<CompanyLines, "connected" | "disconnected" | "total"> & { count: number };
/** How many companies were found, with all their connections. */
export async function sums(tx: PlatformTx, search: string): Promise<Sums> {
  const [row] = await tx<Sums[]>`
    select count(distinct c.id) as count, ${counts(tx)} from ${joined(tx)} ${found(tx, search)}`;
  return row!;
}
