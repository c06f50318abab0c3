// The past a provider brings along when a device is linked: collected here, brought in by a job once no more comes
// (docs/product/connections.md#old-messages).
import type { MessageEvent, PastPart, PastWish } from "../../../channels/sdk/mod.ts";
import { platform, type Tx, withTenant } from "../../../db/tenant.ts";
import { namesGroup } from "../../core/manifests.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { enqueue } from "../../core/jobs.ts";
import { importPast, pastQueue } from "../../features/connections/tasks.ts";
import { tellPast } from "./tell.ts";
import { sealPayload } from "../../features/messages/payloads.ts";

/** After this long without another part the collection is complete. */
const SILENCE_MS = 45_000;
/** Messages in one transaction. */
const CHUNK = 500;
const TELL_EVERY_MS = 500;
const told = new Map<string, number>();

/** What the company wants of the past on this connection, or null. A device that is linked again after it was brought gets nothing. */
export async function wishOf(companyId: number, connectionId: number): Promise<PastWish | null> {
  const [row] = await platform()<{ from: Date; until: Date; groups: boolean }[]>`
    select past_from as from, coalesce(past_until, now()) as until, past_groups and allow_groups as groups from app.connections
    where company_id = ${companyId} and id = ${connectionId} and past_from is not null and past_state <> 'done' and deleted_at is null`;
  return row ? { from: row.from.getTime(), until: row.until.getTime(), groups: row.groups } : null;
}

/**
 * Keeps a part; what was not wished for, is known as a message already or came in an earlier part is dropped. Each part puts the
 * import off; one that says it is the last begins it. A part that comes later still is brought in as well.
 */
export async function collectPast(companyId: number, connectionId: number, part: PastPart): Promise<void> {
  const [wish] = await platform()<PastWish[]>`
    select extract(epoch from past_from)::float8 * 1000 as from, extract(epoch from coalesce(past_until, now()))::float8 * 1000 as until,
      past_groups and allow_groups as groups
    from app.connections where company_id = ${companyId} and id = ${connectionId} and past_from is not null and deleted_at is null`;
  if (!wish) return;
  const wanted = part.messages.filter((event) => isWanted(event, wish));
  for (let at = 0; at < wanted.length; at += CHUNK) {
    await withTenant({ companyId }, (tx) => storePast(tx, connectionId, wanted.slice(at, at + CHUNK)));
  }
  await withTenant({ companyId }, (tx) => postpone(tx, connectionId, wanted.length > 0, (part.progress ?? 0) >= 100));
}

function isWanted(event: MessageEvent, wish: PastWish): boolean {
  if (!event.externalId || !event.peer.identities.length) return false;
  if (!wish.groups && namesGroup(event.peer.identities)) return false;
  return event.at >= wish.from && event.at <= wish.until;
}

async function storePast(tx: Tx, connectionId: number, events: readonly MessageEvent[]): Promise<void> {
  const rows = events.map(({ payload, ...event }) => ({
    external_id: event.externalId,
    chat: chatOf(event),
    at: new Date(event.at),
    event,
    payload: payload
      ? Buffer.from(sealPayload(tx.companyId, connectionId, event.externalId, payload)).toString("base64")
      : null,
  }));
  const [kept] = await tx<{ n: number }[]>`
    with kept as (
      insert into app.past_messages (company_id, connection_id, external_id, chat, at, event, payload)
      select ${tx.companyId}, ${connectionId}, x.external_id, x.chat, x.at, x.event, decode(x.payload, 'base64')
      from jsonb_to_recordset(${
    storable(rows)
  }::text::jsonb) as x (external_id text, chat text, at timestamptz, event jsonb, payload text)
      where not exists (select 1 from app.messages m where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = x.external_id and m.contact_id in (
          select i.contact_id from app.contact_identities i join jsonb_to_recordset(x.event -> 'peer' -> 'identities') as w (kind text, value text) on w.kind = i.kind and w.value = i.value
          where i.company_id = ${tx.companyId}))
        and exists (select 1 from app.connections c where c.company_id = ${tx.companyId} and c.id = ${connectionId} and c.past_from is not null)
      on conflict do nothing returning 1)
    select count(*)::int as n from kept`;
  await tx`update app.connections set past_all = past_all + ${
    kept!.n
  } where company_id = ${tx.companyId} and id = ${connectionId}`;
}
function chatOf({ peer }: MessageEvent): string {
  const { kind, value } = peer.identities[0]!;
  return `${kind}:${value}`;
}
/** JSON that PostgreSQL takes: strangers wrote these texts, and neither NUL nor half a character may stop the rest. */
export function storable(value: unknown): string {
  return JSON.stringify(cleaned(value));
}

async function postpone(tx: Tx, connectionId: number, some: boolean, last: boolean): Promise<void> {
  const [row] = await tx<{ state: string; all: number }[]>`
    update app.connections set past_at = now(), past_state = case when past_state = 'running' then past_state else 'preparing' end
    where company_id = ${tx.companyId} and id = ${connectionId} and past_from is not null and (past_state <> 'done' or ${some})
    returning past_state as state, past_all as all`;
  if (!row) return;
  await enqueue(tx, importPast, { connectionId }, {
    queue: pastQueue(connectionId),
    key: pastQueue(connectionId),
    runAt: new Date(Date.now() + (last ? 0 : SILENCE_MS)),
  });
  const place = `${tx.companyId}:${connectionId}`;
  if (row.state !== "preparing" || Date.now() - (told.get(place) ?? 0) < TELL_EVERY_MS) return;
  told.set(place, Date.now());
  tellPast(tx, connectionId, { this: -1, all: row.all, date: new Date() });
}
