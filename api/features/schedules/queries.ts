// SQL of schedules. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Schedule, ScheduleState } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A contact that was deleted is written to no more. */
const status = (tx: Tx): Fragment =>
  tx`case when s.contact_id is null and s.status = 'PENDENTE' then 'CANCELADA' else s.status end`;
const shown = (tx: Tx): Fragment =>
  tx`s.id, s.body, s.contact_id as "contactId", case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as contact,
    s.send_at as "sendAt", s.sent_at as "sentAt", ${status(tx)} as status, s.error, s.connection_id as "whatsappId",
    jsonb_build_object('id', w.id, 'name', w.name, 'channel', w.channel) as whatsapp,
    case when s.open_ticket then 'enabled' else 'disabled' end as "openTicket", s.ticket_status as "statusTicket", s.ticket_user_id as "ticketUserId",
    case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as "ticketUser", s.queue_id as "queueId", s.unit as intervalo,
    s.every as "valorIntervalo", s.times as "enviarQuantasVezes", s.made as "sentTimes", s.day_type as "tipoDias", s.sign as assinar,
    s.cancel_on_reply as "cancelOnReply", '/media/' || s.media_id as "mediaPath",
    case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'values', s.template_values) end as template, s.media_name as "mediaName", s.user_id as "userId",
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user`;
const joined = (tx: Tx): Fragment =>
  tx`join app.connections w on w.company_id = s.company_id and w.id = s.connection_id
    left join app.contacts c on c.company_id = s.company_id and c.id = s.contact_id
    left join app.message_templates m on m.company_id = s.company_id and m.id = s.template_id
    left join app.users u on u.company_id = s.company_id and u.id = s.user_id
    left join app.users p on p.company_id = s.company_id and p.id = s.ticket_user_id`;

export interface Wanted {
  search: string;
  contactId?: number;
  from?: string;
  until?: string;
  waiting?: boolean;
}
/** Admins see all; others what they planned or are to have the ticket of. */
function found(tx: Tx, me: Me, { search, contactId, from, until, waiting }: Wanted): Fragment {
  return tx`s.company_id = ${tx.companyId}
    ${me.profile === "admin" ? tx`` : tx`and (s.user_id = ${me.id} or s.ticket_user_id = ${me.id})`}
    ${contactId ? tx`and s.contact_id = ${contactId}` : tx``}
    ${from ? tx`and s.send_at >= ${from}::text::timestamptz` : tx``}
    ${until ? tx`and s.send_at < ${until}::text::timestamptz` : tx``}
    ${waiting ? tx`and s.status in ('PENDENTE', 'ERRO') and s.contact_id is not null` : tx``}
    ${search ? tx`and app.fold(s.body || ' ' || coalesce(c.name, '')) like (select app.pattern(${search}))` : tx``}`;
}
/** A page, earliest first. */
export function page(tx: Tx, me: Me, wanted: Wanted, size: number, skip: number): Promise<Schedule[]> {
  return tx<Schedule[]>`
    select ${shown(tx)} from app.schedules s ${joined(tx)} where ${found(tx, me, wanted)}
    order by s.send_at, s.id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, me: Me, wanted: Wanted): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from app.schedules s left join app.contacts c on c.company_id = s.company_id and c.id = s.contact_id
    where ${found(tx, me, wanted)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<Schedule | undefined> {
  const [row] = await tx<Schedule[]>`
    select ${shown(tx)} from app.schedules s ${joined(tx)} where s.company_id = ${tx.companyId} and s.id = ${id}`;
  return row;
}

/** A schedule as its rules look at it. */
export interface Row {
  id: number;
  userId: number | null;
  contactId: number | null;
  connectionId: number;
  body: string;
  mediaId: string | null;
  sendAt: Date;
  timezone: string;
  date: string;
  clock: string;
  unit: number;
  every: number;
  times: number;
  dayType: number;
  sign: boolean;
  openTicket: boolean;
  ticketStatus: "open" | "pending" | "closed";
  ticketUserId: number | null;
  queueId: number | null;
  cancelOnReply: boolean;
  templateId: number | null;
  templateValues: Record<string, string>;
  status: ScheduleState;
  made: number;
  tries: number;
  waitingSince: Date | null;
}
const ruled = (tx: Tx): Fragment =>
  tx`s.id, s.user_id as "userId", s.contact_id as "contactId", s.connection_id as "connectionId", s.body, s.media_id as "mediaId", s.send_at as "sendAt",
    s.timezone, s.wall_date::text as date, s.wall_time as clock, s.unit, s.every, s.times, s.day_type as "dayType", s.sign, s.open_ticket as "openTicket",
    s.ticket_status as "ticketStatus", s.ticket_user_id as "ticketUserId", s.queue_id as "queueId", s.cancel_on_reply as "cancelOnReply",
    s.template_id as "templateId", s.template_values as "templateValues", ${
    status(tx)
  } as status, s.made, s.tries, s.waiting_since as "waitingSince"`;
/** Held for a change, whoever asks. */
export async function lock(tx: Tx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select ${ruled(tx)} from app.schedules s where s.company_id = ${tx.companyId} and s.id = ${id} for update`;
  return row;
}
/** The same for what is due; nothing where another process has it, or it is no longer due. */
export async function lockDue(tx: Tx, id: number, now: Date): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select ${ruled(tx)} from app.schedules s
    where s.company_id = ${tx.companyId} and s.id = ${id} and s.status = 'PENDENTE' and s.contact_id is not null and s.send_at <= ${now}
    for update skip locked`;
  return row;
}
/** Those that wait and mind days off, held for a change. */
export function lockMinding(tx: Tx): Promise<Row[]> {
  return tx<Row[]>`
    select ${ruled(tx)} from app.schedules s
    where s.company_id = ${tx.companyId} and s.status = 'PENDENTE' and s.day_type <> 4 order by s.id for update`;
}

export type Fields = Omit<Row, "id" | "userId" | "mediaId" | "status" | "made" | "tries" | "waitingSince">;
const columnsOf = (f: Fields) => ({
  contact_id: f.contactId,
  connection_id: f.connectionId,
  body: f.body,
  send_at: f.sendAt,
  timezone: f.timezone,
  wall_date: f.date,
  wall_time: f.clock,
  unit: f.unit,
  every: f.every,
  times: f.times,
  day_type: f.dayType,
  sign: f.sign,
  open_ticket: f.openTicket,
  ticket_status: f.ticketStatus,
  ticket_user_id: f.ticketUserId,
  queue_id: f.queueId,
  cancel_on_reply: f.cancelOnReply,
  template_id: f.templateId,
});
export async function insert(tx: Tx, userId: number, fields: Fields): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.schedules ${tx({ company_id: tx.companyId, user_id: userId, ...columnsOf(fields) })} returning id`;
  await writeValues(tx, row!.id, fields);
  return row!.id;
}
function writeValues(tx: Tx, id: number, { templateValues }: Fields): Promise<unknown> {
  return tx`
    update app.schedules set template_values = ${JSON.stringify(templateValues)}::text::jsonb
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** Writes it as planned: it waits. `anew`: its occurrences are counted from the beginning. */
export async function plan(tx: Tx, id: number, fields: Fields, anew: boolean): Promise<void> {
  await writeValues(tx, id, fields);
  await tx`
    update app.schedules set ${
    tx(columnsOf(fields))
  }, status = 'PENDENTE', error = null, waiting_since = null, updated_at = now(),
      made = ${anew ? 0 : tx`made`}
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** Writes what became of it; what is left out stays. */
export function write(
  tx: Tx,
  id: number,
  to: Partial<{
    status: ScheduleState;
    error: string | null;
    send_at: Date;
    made: number;
    tries: number;
    waiting_since: Date | null;
    message_id: number | null;
    settled: boolean;
    sent_at: Date;
  }>,
): Promise<unknown> {
  return tx`update app.schedules set ${tx(to)}, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
/** Puts another file in place of the one it has, or none. */
export function setFile(tx: Tx, id: number, file: { id: string; fileName: string } | null): Promise<unknown> {
  return tx`
    update app.schedules set media_id = ${file?.id ?? null}, media_name = ${file?.fileName ?? ""}, updated_at = now()
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.schedules where company_id = ${tx.companyId} and id = ${id}`;
}
/** Calls off what waits for this contact and was to be called off by an answer; answers the ids. */
export async function cancelAnswered(tx: Tx, contactId: number, at: Date): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    update app.schedules set status = 'CANCELADA', error = null, updated_at = now()
    where company_id = ${tx.companyId} and contact_id = ${contactId} and cancel_on_reply and status = 'PENDENTE' and created_at <= ${at} returning id`;
  return rows.map(({ id }) => id);
}
/** What became of the messages that were handed over: those that are sent or failed by now. */
export function handedOver(
  tx: Tx,
): Promise<{ id: number; status: ScheduleState; failed: boolean; error: string | null }[]> {
  return tx`
    select s.id, s.status, m.status in ('failed', 'uncertain') as failed, m.error from app.schedules s
    left join app.messages m on m.company_id = s.company_id and m.id = s.message_id
    where s.company_id = ${tx.companyId} and not s.settled and (m.id is null or m.status not in ('waiting', 'sending'))
    order by s.id for update of s skip locked`;
}

export async function holidays(tx: Tx): Promise<{ day: string; name: string }[]> {
  return [
    ...await tx<{ day: string; name: string }[]>`
      select day::text as day, name from app.holidays where company_id = ${tx.companyId} order by day`,
  ];
}
export async function replaceHolidays(tx: Tx, list: readonly { day: string; name: string }[]): Promise<void> {
  await tx`delete from app.holidays where company_id = ${tx.companyId}`;
  for (const { day, name } of list) {
    await tx`insert into app.holidays (company_id, day, name) values (${tx.companyId}, ${day}, ${name})`;
  }
}
