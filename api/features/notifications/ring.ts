// The job behind a ring: reads what happened and whom it concerns, then sends. Tried again while a push service is busy; whom it
// reached before is not rung twice.
import { enqueue } from "../../core/jobs.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import type { Seen } from "../tickets/visibility.ts";
import { clearChanged, place } from "./actions.ts";
import { type Company, readCompany } from "./company.ts";
import { minuteIn, rings } from "./decide.ts";
import { noteShown, targets } from "./push/devices.ts";
import { dispatch, type Push, PushServiceBusy } from "./push/dispatch.ts";
import { clear, ring, type RingData } from "./tasks.ts";
import { type About, type PushLine, ringPayload } from "./push/payload.ts";
import { languageOf } from "./push/words.ts";
import { badges, type Candidate, candidates } from "./rules.ts";
import type { sendPush } from "./push/push-service.ts";

/** Whose app is open elsewhere gets it later, if it is unread then. */
const ELSEWHERE_MS = 10_000;
/** A device that was off for longer than half a working day learns it from the app. */
const TTL_S = 4 * 3600;

export interface Surroundings {
  now: () => Date;
  send?: typeof sendPush;
}

interface TicketNow extends Seen {
  id: number;
  uuid: string;
  unread: number;
  name: string;
  number: string;
}
interface Plan {
  ticket: TicketNow;
  pushes: Push[];
}

export async function work(
  companyId: number,
  data: RingData,
  { now, send }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const plan = await withTenant({ companyId }, (tx) => prepare(tx, data, now()));
  if (!plan) return;
  const { ticket } = plan;
  const kind = data.why === "mention" ? "mention" : "ticket";
  const counts = await dispatch(companyId, plan.pushes, {
    kind,
    manner: { ttl: TTL_S, urgency: "high", topic: ticket.uuid.replaceAll("-", "") },
    reached: async (tx, ids) => {
      await noteShown(tx, ids, { ticketId: ticket.id, uuid: ticket.uuid, kind, ring: data.ring });
      await followUp(tx, ticket);
    },
    send,
  });
  if (counts.later) throw new PushServiceBusy();
}

/** Clears rings of a ticket that was read, accepted or closed while they were sent: then there was nothing to clear yet. */
async function followUp(tx: Tx, before: TicketNow): Promise<void> {
  const now = await readTicket(tx, before.id);
  if (now && before.unread > 0 && now.unread === 0) {
    await enqueue(tx, clear, { ticketId: before.id, readerId: null, all: true }, { queue: place(before.id) });
  } else if (now?.status !== before.status || now.userId !== before.userId || now.queueId !== before.queueId) {
    clearChanged(tx, { ticketId: before.id });
  }
}

async function prepare(tx: Tx, data: RingData, now: Date): Promise<Plan | null> {
  const [company, ticket, lines, everybody] = await Promise.all([
    readCompany(tx),
    readTicket(tx, data.ticketId),
    readLines(tx, data),
    candidates(tx),
  ]);
  if (!company.open || !ticket || !lines) return null;
  if (data.why === "message" && ticket.unread === 0) return null;
  const minute = minuteIn(company.timezone, now);
  const people = everybody.filter((person) => rings(person, { ...data, ticket, minute }));
  if (!people.length) return null;
  const ids = people.map((person) => person.id);
  const [found, badge] = await Promise.all([targets(tx, ids, ticket.id), badges(tx, ids)]);
  const devices = found.filter((device) => device.ring < data.ring && (data.only?.includes(device.id) ?? true));
  const later = data.only ? [] : devices.filter((device) => device.elsewhere);
  if (later.length) await ringLater(tx, data, later.map((device) => device.id), now);
  const about: About = {
    why: data.why,
    ticket,
    contact: { name: ticket.name, number: ticket.number, isGroup: ticket.isGroup },
    lines: lines.lines,
    author: lines.author,
    messageId: lines.messageId,
    at: lines.at ?? now,
  };
  const payloads = new Map(people.map((person) => [person.id, payloadFor(about, person, company, badge)]));
  return {
    ticket,
    pushes: devices.filter((device) => !later.includes(device)).map((device) => ({
      device,
      payload: payloads.get(device.userId)!,
    })),
  };
}

function payloadFor(about: About, person: Candidate, company: Company, badge: ReadonlyMap<number, number>): string {
  return ringPayload(about, {
    language: languageOf(person.language),
    hideText: company.hidesText || person.rules.hideText,
    hideNumbers: company.hidesNumbers && person.profile === "user",
    badge: badge.get(person.id) ?? 0,
  });
}

/** The same key for the same ring: a job that is tried again does not make it two. */
async function ringLater(tx: Tx, data: RingData, only: number[], now: Date): Promise<void> {
  await enqueue(tx, ring, { ...data, only }, {
    queue: place(data.ticketId),
    key: `later:${data.ring}`,
    runAt: new Date(now.getTime() + ELSEWHERE_MS),
    attempts: 8,
  });
}

async function readTicket(tx: Tx, id: number): Promise<TicketNow | undefined> {
  const [row] = await tx<TicketNow[]>`
    select t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", t.unread, c.name, c.number
    from app.tickets t join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${tx.companyId} and t.id = ${id}`;
  return row;
}

interface Said {
  lines: PushLine[];
  author: string;
  messageId: number | null;
  at: Date | null;
}
type Row = PushLine & { id: number; at: Date; read: boolean; author: string | null };

/** The note, or what the customer said last: what is unread of it, else what they said before. Null when it is gone. */
async function readLines(tx: Tx, data: RingData): Promise<Said | null> {
  const wanted = data.why === "mention" ? tx`m.id = ${data.messageId}` : tx`not m.from_me and not m.is_private`;
  const rows = await tx<Row[]>`
    select m.id, m.kind, left(m.body, 2000) as body, m.data, m.sent_at as at, m.read, u.name as author
    from app.messages m left join app.users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${tx.companyId} and m.ticket_id = ${data.ticketId} and not m.is_deleted and ${wanted}
    order by m.sent_at desc, m.id desc limit 3`;
  const newest = rows[0];
  if (!newest) return data.why === "mention" ? null : { lines: [], author: "", messageId: null, at: null };
  const unread = rows.filter((row) => !row.read);
  const lines = (unread.length ? unread : rows).toReversed();
  return { lines, author: newest.author ?? "", messageId: newest.id, at: newest.at };
}
