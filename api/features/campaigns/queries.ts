// SQL of campaigns. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Campaign, CampaignFields, CampaignState, CampaignTemplate, Pause } from "./contract.ts";
import { type CampaignSettings, settingsOf } from "../../contract/rules/campaign-settings.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const named = (tx: Tx, alias: string): Fragment =>
  tx`case when ${tx(alias)}.id is not null then jsonb_build_object('id', ${tx(alias)}.id, 'name', ${
    tx(alias)
  }.name) end`;
const coloured = (tx: Tx, alias: string): Fragment =>
  tx`case when ${tx(alias)}.id is not null then jsonb_build_object('id', ${tx(alias)}.id, 'name', ${
    tx(alias)
  }.name, 'color', ${tx(alias)}.color) end`;
const text = (tx: Tx, column: string, place: number): Fragment => tx`coalesce(c.${tx(column)}[${place}::int], '')`;
const texts = (tx: Tx): Fragment =>
  tx`${text(tx, "messages", 1)} as message1, ${text(tx, "messages", 2)} as message2, ${
    text(tx, "messages", 3)
  } as message3, ${text(tx, "messages", 4)} as message4, ${text(tx, "messages", 5)} as message5,
    ${text(tx, "confirmations", 1)} as "confirmationMessage1", ${
    text(tx, "confirmations", 2)
  } as "confirmationMessage2", ${text(tx, "confirmations", 3)} as "confirmationMessage3", ${
    text(tx, "confirmations", 4)
  } as "confirmationMessage4", ${text(tx, "confirmations", 5)} as "confirmationMessage5"`;

const template = (tx: Tx): Fragment =>
  tx`case when c.template_name <> '' then jsonb_build_object('name', c.template_name, 'language', c.template_language,
    'values', c.template_values) end as template`;

const rows = (tx: Tx): Fragment =>
  tx`
  select c.id, c.name, ${
    texts(tx)
  }, c.status, c.confirmation, c.scheduled_at as "scheduledAt", c.started_at as "startedAt",
    c.completed_at as "completedAt", c.list_id as "contactListId", ${
    named(tx, "l")
  } as "contactList", c.tag_id as "tagListId", ${
    named(tx, "g")
  } as "tagList", w.lines -> 0 -> 'id' as "whatsappId", w.lines -> 0 as whatsapp, coalesce(w.lines, '[]') as whatsapps,
    c.company_id as "companyId", c.status_ticket as "statusTicket", case when c.open_ticket then 'enabled' else 'disabled' end as "openTicket",
    ${coloured(tx, "u")} as user, ${
    coloured(tx, "q")
  } as queue, c.ticket_user_id as "userId", c.queue_id as "queueId", c.skip_open as "skipOpen",
    '/media/' || c.media_id as "mediaPath", c.media_name as "mediaName", ${template(tx)}, ${
    coloured(tx, "a")
  } as author, c.paused_reason as "pausedReason"
  from app.campaigns c
  left join app.contact_lists l on l.company_id = c.company_id and l.id = c.list_id
  left join app.tags g on g.company_id = c.company_id and g.id = c.tag_id
  left join app.users u on u.company_id = c.company_id and u.id = c.ticket_user_id
  left join app.users a on a.company_id = c.company_id and a.id = c.author_id
  left join app.queues q on q.company_id = c.company_id and q.id = c.queue_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by n.place) as lines
    from app.campaign_lines n join app.connections x on x.company_id = n.company_id and x.id = n.connection_id and x.deleted_at is null
    where n.company_id = c.company_id and n.campaign_id = c.id) w on true
  where c.company_id = ${tx.companyId}`;

export interface Filter {
  search: string;
  status: CampaignState | null;
}
const found = (tx: Tx, { search, status }: Filter): Fragment =>
  tx`${search ? tx`and app.fold(c.name) like (select app.pattern(${search}))` : tx``} ${
    status ? tx`and c.status = ${status}` : tx``
  }`;
/** A page, the latest first; companies keep hundreds. */
export function page(tx: Tx, filter: Filter, size: number, skip: number): Promise<Campaign[]> {
  return tx<Campaign[]>`${rows(tx)} ${found(tx, filter)} order by c.id desc limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, filter: Filter): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.campaigns c where c.company_id = ${tx.companyId} ${found(tx, filter)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<Campaign | undefined> {
  const [row] = await tx<Campaign[]>`${rows(tx)} and c.id = ${id}`;
  return row;
}

/** A campaign as its machinery needs it. */
export interface CampaignRow {
  id: number;
  status: CampaignState;
  messages: string[];
  confirmations: string[];
  confirmation: boolean;
  listId: number | null;
  tagId: number | null;
  scheduledAt: Date | null;
  startedAt: Date | null;
  mediaId: string | null;
  openTicket: boolean;
  statusTicket: "closed" | "pending" | "open";
  userId: number | null;
  queueId: number | null;
  skipOpen: boolean;
  template: CampaignTemplate | null;
  authorId: number | null;
  pausedReason: Pause;
}
const bare = (tx: Tx): Fragment =>
  tx`id, status, messages, confirmations, confirmation, list_id as "listId", tag_id as "tagId", scheduled_at as "scheduledAt", started_at as "startedAt",
    media_id as "mediaId", open_ticket as "openTicket", status_ticket as "statusTicket", ticket_user_id as "userId", queue_id as "queueId",
    skip_open as "skipOpen", ${template(tx)}, author_id as "authorId", paused_reason as "pausedReason"`;
/** Held for a change; `skip`: undefined where somebody else holds it. */
export async function lock(tx: Tx, id: number, skip = false): Promise<CampaignRow | undefined> {
  const [row] = await tx<CampaignRow[]>`
    select ${bare(tx)} from app.campaigns c where company_id = ${tx.companyId} and id = ${id} for update ${
    skip ? tx`skip locked` : tx``
  }`;
  return row;
}

/** The same without holding it. */
export async function peek(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  const [row] = await tx<CampaignRow[]>`
    select ${bare(tx)} from app.campaigns c where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}

const columns = (f: CampaignFields) => ({
  name: f.name,
  messages: [f.message1, f.message2, f.message3, f.message4, f.message5],
  confirmations: [
    ...[f.confirmationMessage1, f.confirmationMessage2, f.confirmationMessage3],
    ...[f.confirmationMessage4, f.confirmationMessage5],
  ],
  confirmation: f.confirmation,
  scheduled_at: f.scheduledAt === null ? null : new Date(f.scheduledAt),
  list_id: f.contactListId,
  tag_id: f.tagListId,
  open_ticket: f.openTicket === "enabled",
  status_ticket: f.statusTicket,
  ticket_user_id: f.userId,
  queue_id: f.queueId,
  skip_open: f.skipOpen,
  template_name: f.template?.name ?? "",
  template_language: f.template?.language ?? "",
});
/** Told as text: a value of this library's own kind for JSON would not do for a column among others. */
const places = (f: CampaignFields) => JSON.stringify(f.template?.values ?? {});
export async function insert(tx: Tx, f: CampaignFields, status: CampaignState): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.campaigns ${
    tx({ company_id: tx.companyId, status, author_id: tx.userId, ...columns(f) })
  } returning id`;
  await tx`update app.campaigns set template_values = ${
    places(f)
  }::text::jsonb where company_id = ${tx.companyId} and id = ${row!.id}`;
  return row!.id;
}
export function update(tx: Tx, id: number, f: CampaignFields, status: CampaignState): Promise<unknown> {
  return tx`
    update app.campaigns set ${tx({ ...columns(f), status })}, template_values = ${
    places(f)
  }::text::jsonb, paused_reason = ''
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** The lines that send it, the first of them first; one that stays keeps its pace. */
export async function setLines(tx: Tx, id: number, connectionIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(connectionIds)];
  await tx`
    delete from app.campaign_lines where company_id = ${tx.companyId} and campaign_id = ${id} and not connection_id = any (${wanted}::bigint[])`;
  await tx`
    insert into app.campaign_lines (company_id, campaign_id, connection_id, place)
    select ${tx.companyId}, ${id}, w.id, w.place from unnest(${wanted}::bigint[]) with ordinality as w (id, place)
    on conflict (company_id, campaign_id, connection_id) do update set place = excluded.place`;
}
export function setState(tx: Tx, id: number, status: CampaignState): Promise<unknown> {
  const now = {
    EM_ANDAMENTO: tx`, started_at = coalesce(started_at, now()), completed_at = null`,
    FINALIZADA: tx`, completed_at = now()`,
  };
  return tx`
    update app.campaigns set status = ${status}, paused_reason = '', changed = true ${
    now[status as keyof typeof now] ?? tx``
  } where company_id = ${tx.companyId} and id = ${id}`;
}
export function setScheduled(tx: Tx, id: number, at: Date): Promise<unknown> {
  return tx`update app.campaigns set scheduled_at = ${at} where company_id = ${tx.companyId} and id = ${id}`;
}
/** True where the reason is another one now. */
export async function setPause(tx: Tx, id: number, reason: Pause): Promise<boolean> {
  const [row] = await tx`
    update app.campaigns set paused_reason = ${reason} where company_id = ${tx.companyId} and id = ${id}
      and status = 'EM_ANDAMENTO' and paused_reason <> ${reason} returning id`;
  return row !== undefined;
}
export function noteChanged(tx: Tx, id: number): Promise<unknown> {
  return tx`update app.campaigns set changed = true where company_id = ${tx.companyId} and id = ${id} and not changed`;
}
/** True once in three seconds, where the report has changed. */
export async function takeChange(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`
    update app.campaigns set changed = false, told_at = now() where company_id = ${tx.companyId} and id = ${id} and changed
      and told_at < now() - interval '3 seconds' returning id`;
  return row !== undefined;
}
export function setFile(tx: Tx, id: number, file: { id: string; fileName: string } | null): Promise<unknown> {
  return tx`
    update app.campaigns set media_id = ${file?.id ?? null}, media_name = ${file?.fileName ?? ""}
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.campaigns where company_id = ${tx.companyId} and id = ${id}`;
}

/** Whether a row of this company is there: of a list, a tag, a connection, a person or a queue. */
export async function exists(tx: Tx, table: string, id: number): Promise<boolean> {
  const extra = table === "connections" ? tx`and deleted_at is null` : table === "tags" ? tx`and not kanban` : tx``;
  const [row] = await tx`select 1 from app.${tx(table)} where company_id = ${tx.companyId} and id = ${id} ${extra}`;
  return row !== undefined;
}

/** A line that sends a campaign, with its pace in it. */
export interface CampaignLine {
  id: number;
  channel: string;
  connected: boolean;
  nextAt: Date;
  fed: number;
}
export function lines(tx: Tx, id: number): Promise<CampaignLine[]> {
  return tx<CampaignLine[]>`
    select w.id, w.channel, w.status = 'CONNECTED' as connected, n.next_at as "nextAt", n.fed
    from app.campaign_lines n join app.connections w on w.company_id = n.company_id and w.id = n.connection_id and w.deleted_at is null
    where n.company_id = ${tx.companyId} and n.campaign_id = ${id} order by n.place`;
}
export function setLine(
  tx: Tx,
  id: number,
  connectionId: number,
  { nextAt, fed }: { nextAt: Date; fed: number },
): Promise<unknown> {
  return tx`
    update app.campaign_lines set next_at = ${nextAt}, fed = ${fed}
    where company_id = ${tx.companyId} and campaign_id = ${id} and connection_id = ${connectionId}`;
}

export async function settings(tx: Tx): Promise<CampaignSettings> {
  return settingsOf(
    await tx<{ key: string; value: string }[]>`
    select key, value from app.campaign_settings where company_id = ${tx.companyId}`,
  );
}
export async function setSettings(tx: Tx, changed: Partial<CampaignSettings>): Promise<void> {
  const given = Object.entries(changed).filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  if (!given.length) return;
  await tx`
    insert into app.campaign_settings (company_id, key, value)
    select ${tx.companyId}, r.key, r.value from jsonb_to_recordset(${
    JSON.stringify(given)
  }::text::jsonb) as r (key text, value text) order by r.key
    on conflict (company_id, key) do update set value = excluded.value`;
}
export async function timezone(tx: Tx): Promise<string> {
  const [row] = await tx<{ timezone: string }[]>`select timezone from app.companies where id = ${tx.companyId}`;
  return row!.timezone;
}
