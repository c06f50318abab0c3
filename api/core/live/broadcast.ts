// Events of the platform. They belong to no company, but a stream resumes by the positions of its company's log: so each company gets
// its own copy, and a client that was away finds it where it finds everything else.
import type { z } from "zod";
import { eventName, type LiveEvent } from "../../contract/event.ts";
import { asPlatform, platform, type PlatformTx } from "../../../db/tenant.ts";
import { enqueueForPlatform } from "../jobs.ts";
import { type Audience, everybody, reaching } from "./emit.ts";
import { tellCompanies } from "./tasks.ts";
import { CHANNEL } from "./stream.ts";

/** Companies that are told in one transaction: it holds the heads of their logs until it commits. */
const BATCH = 100;

/**
 * Tells everybody of every company, or whom `audience` names there: written down in this transaction, told by a job soon after it.
 * The name has no company in it (`company-announcement`).
 */
export async function emitToAll<E extends LiveEvent>(
  tx: PlatformTx,
  event: E,
  payload: z.input<E["payload"]>,
  audience: Audience = everybody,
): Promise<void> {
  if (event.name.includes("{")) throw new Error(`${event.name} is of one company.`);
  await tx`
    insert into app.broadcasts (name, audience, payload)
    values (${event.name}, ${audience.to}, ${JSON.stringify(event.payload.parse(payload))}::text::json)`;
  await enqueueForPlatform(tx, tellCompanies, {});
}

/**
 * Tells one company of what the platform did to it, in this transaction of the owner: what became true and the event of it are kept
 * together or not at all.
 */
export async function emitTo<E extends LiveEvent>(
  tx: PlatformTx,
  companyId: number,
  event: E,
  audience: Audience,
  payload: z.input<E["payload"]>,
): Promise<void> {
  const except = audience.except ? reaching(event, audience.except) : null;
  await tx`
    with head as (
      insert into app.event_heads (company_id, seq) values (${companyId}, 1)
      on conflict (company_id) do update set seq = event_heads.seq + 1 returning seq)
    insert into app.events (company_id, position, name, audience, except_, payload)
    select ${companyId}, head.seq, ${eventName(event, companyId)}, ${reaching(event, audience.to)}, ${except},
      ${JSON.stringify(event.payload.parse(payload))}::text::json from head`;
  await tx`select pg_notify(${CHANNEL}, ${`${companyId}@`})`;
}

/** Tells what waits to be told, the oldest first. Where it is broken off it goes on: nobody is told twice, or in another order. */
export async function work(): Promise<void> {
  while (await asPlatform(tellNext)) {
    // Only a wake-up, as after every commit: whoever does not hear it looks by itself within a second.
    await platform()`select pg_notify(${CHANNEL}, '*')`;
  }
}

/** Tells the next companies of the oldest; false when there is nothing left. */
async function tellNext(tx: PlatformTx): Promise<boolean> {
  const [told] = await tx<{ id: number }[]>`select id from app.broadcasts order by id limit 1 for update`;
  if (!told) return false;
  const companies = await tx<{ id: number }[]>`
    with said as (select * from app.broadcasts where id = ${told.id}),
    batch as (
      select c.id from app.companies c, said where c.id > said.after_id order by c.id limit ${BATCH} for key share of c),
    head as (
      insert into app.event_heads (company_id, seq) select id, 1 from batch order by id
      on conflict (company_id) do update set seq = event_heads.seq + 1 returning company_id, seq)
    insert into app.events (company_id, position, name, audience, payload)
    select h.company_id, h.seq, said.name, said.audience, said.payload from head h, said returning company_id as id`;
  if (companies.length < BATCH) await tx`delete from app.broadcasts where id = ${told.id}`;
  else {
    const last = Math.max(...companies.map(({ id }) => id));
    await tx`update app.broadcasts set after_id = ${last} where id = ${told.id}`;
  }
  return true;
}
