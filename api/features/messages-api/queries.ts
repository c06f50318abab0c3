// SQL of what other programs sent.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { ProgramCall } from "./contract.ts";

/** What became of a message that a program sent. */
export interface Fate {
  id: number;
  ticketId: number;
  status: "waiting" | "sending" | "sent" | "failed" | "uncertain";
  ack: number;
  error: string | null;
  sentAt: Date;
}
export interface Recent extends Fate {
  number: string;
  body: string;
}

const fate = (tx: Tx): postgres.Fragment =>
  tx`m.id, m.ticket_id as "ticketId", m.status, m.ack, m.error, m.sent_at as "sentAt"`;
/** Messages of programs by the condition of their index. */
const overLine = (tx: Tx, connectionId: number): postgres.Fragment =>
  tx`m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.key like 'api:%'`;

export async function fateOf(tx: Tx, connectionId: number, id: number): Promise<Fate | undefined> {
  const [row] = await tx<Fate[]>`
    select ${fate(tx)} from app.messages m where ${overLine(tx, connectionId)} and m.id = ${id}`;
  return row;
}

/** Newest first; of a text only its beginning. */
export async function recent(tx: Tx, connectionId: number, count: number): Promise<Recent[]> {
  return await tx<Recent[]>`
    select ${fate(tx)}, c.number, left(m.body, 120) as body from app.messages m
    join app.contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where ${overLine(tx, connectionId)} order by m.id desc limit ${count}`;
}

/** Newest first. */
export function callsOver(tx: Tx, connectionId: number, count: number, refused: boolean): Promise<ProgramCall[]> {
  return tx<ProgramCall[]>`
    select id, at, method, path, status, error, ms from app.api_calls
    where company_id = ${tx.companyId} and connection_id = ${connectionId} and (${!refused} or error is not null)
    order by id desc limit ${count}`;
}

export async function lineExists(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`
    select 1 from app.connections where company_id = ${tx.companyId} and id = ${id} and deleted_at is null`;
  return rows.length > 0;
}
