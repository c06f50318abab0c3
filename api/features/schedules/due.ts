// Sends what is due (docs/product/schedules.md#sending). Every process may look at once: a row is taken under its lock, and its message has
// a key of its own, so it is written once.
import { Refusal } from "../../contract/errors.ts";
import { fillVariables } from "../../contract/words/variables.ts";
import { occurrence, occurrences } from "../../contract/rules/recurrence.ts";
import { log } from "../../core/log.ts";
import { isOpen } from "../../core/still-allowed.ts";
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { sendAutomated } from "../messages/actions/automated-send.ts";
import { unreachable } from "../opt-outs/actions.ts";
import { fillTemplate } from "../templates/actions.ts";
import { tell } from "./actions.ts";
import { calendarOf } from "./calendar.ts";
import * as queries from "./queries.ts";

const HOUR_MS = 3_600_000;
/** Later than this nobody wants it any more. */
const LATE_MS = 12 * HOUR_MS;
/** So long a connection that is away is waited for. */
const AWAY_MS = 24 * HOUR_MS;
const BATCH = 200;
/** What failed is left alone for so long by this process. */
const REST_MS = 60_000;

interface Due {
  companyId: number;
  id: number;
  /** When it was to go, to the microsecond. */
  at: string;
}
/** When what failed is tried again, by its id. */
const resting = new Map<number, number>();

/** One turn over everything that is due; answers how many schedules moved. `companyId` sweeps one company only. */
export async function sendDue(now = new Date(), companyId: number | null = null): Promise<number> {
  let moved = 0;
  for (const [id, until] of resting) if (until <= now.getTime()) resting.delete(id);
  for (let last: Due = { companyId: 0, id: 0, at: "-infinity" };;) {
    const batch = await due(now, last, companyId);
    for (const one of batch) if (!resting.has(one.id)) moved += Number(await turn(one, now));
    if (batch.length < BATCH) break;
    last = batch.at(-1)!;
  }
  for (const company of await unsettled(companyId)) {
    moved += await withTenant({ companyId: company }, settle).catch((error) => failed(error, { companyId: company }));
  }
  return moved;
}
function failed(error: unknown, at: Record<string, unknown>): 0 {
  log.warn("a schedule failed and will be tried again", { ...at, error });
  return 0;
}

/** What is due after `last` in companies that may schedule: others' waits, and is too late when they may again. */
function due(now: Date, last: Due, companyId: number | null): Promise<Due[]> {
  return asPlatform((tx) =>
    tx<Due[]>`
      select s.company_id as "companyId", s.id, s.send_at::text as at from app.schedules s
      join app.companies c on c.id = s.company_id join app.plans p on p.id = c.plan_id
      where s.status = 'PENDENTE' and s.send_at <= ${now} and s.contact_id is not null and ${
      isOpen(tx as unknown as Tx)
    }
        and coalesce(p.flags ->> 'useSchedules', 'true') <> 'false' and (${companyId}::bigint is null or s.company_id = ${companyId})
        and (s.send_at, s.company_id, s.id) > (${last.at}::text::timestamptz, ${last.companyId}::bigint, ${last.id}::bigint)
      order by s.send_at, s.company_id, s.id limit ${BATCH}`
  );
}
async function unsettled(companyId: number | null): Promise<number[]> {
  const rows = await asPlatform((tx) =>
    tx<{ id: number }[]>`
      select distinct company_id as id from app.schedules where not settled and (${companyId}::bigint is null or company_id = ${companyId})`
  );
  return rows.map(({ id }) => id);
}

/** One schedule's turn. Whatever becomes of it, the others have theirs. */
async function turn({ companyId, id }: Due, now: Date): Promise<boolean> {
  try {
    return await withTenant({ companyId }, (tx) => send(tx, id, now)).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      return withTenant({ companyId }, async (tx) => {
        const row = await queries.lockDue(tx, id, now);
        if (row) await pass(tx, row, now, error.code);
        return row !== undefined;
      });
    });
  } catch (error) {
    resting.set(id, now.getTime() + REST_MS);
    return Boolean(failed(error, { companyId, scheduleId: id }));
  }
}

/** Writes the message, or says why not. Throws the refusal of a message that cannot be written. */
async function send(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await queries.lockDue(tx, id, now);
  if (!row) return false;
  const line = await lineOf(tx, row);
  const late = now.getTime() - row.sendAt.getTime();
  if (!line.up) {
    const since = row.waitingSince ?? now;
    if (late > LATE_MS && !row.waitingSince) return await pass(tx, row, now, "ERR_SCHEDULE_LATE");
    if (now.getTime() - since.getTime() < AWAY_MS) {
      if (!row.waitingSince) await queries.write(tx, id, { waiting_since: now });
      return false;
    }
    return await pass(tx, row, now, line.gone ? "ERR_NO_WAPP_FOUND" : "ERR_WAPP_NOT_INITIALIZED");
  }
  if (late > LATE_MS && !row.waitingSince) return await pass(tx, row, now, "ERR_SCHEDULE_LATE");
  const refused = await unreachable(tx, {
    contactId: row.contactId!,
    connectionId: row.connectionId,
    channel: line.channel,
  }, now);
  const approved = refused === "ERR_REPLY_WINDOW_CLOSED" && row.templateId !== null
    ? await fillTemplate(tx, row.connectionId, { id: row.templateId }, row.templateValues, "template")
    : null;
  if (refused && !approved) return await pass(tx, row, now, refused);
  if (approved?.file && row.mediaId === null) return await pass(tx, row, now, "ERR_NO_MEDIA_FOUND");
  const [creator] = await tx<{ name: string }[]>`
    select name from app.users where company_id = ${tx.companyId} and id = ${row.userId}`;
  const sent = await sendAutomated(tx, {
    contactId: row.contactId!,
    connectionId: row.connectionId,
    ...(approved
      ? { body: approved.body, template: approved.template, mediaId: approved.file && row.mediaId }
      : { body: (values: Record<string, string>) => fillVariables(row.body, values), mediaId: row.mediaId }),
    key: `schedule:${id}:${row.tries}`,
    sendClass: "single",
    signedBy: row.sign && !approved ? creator?.name : undefined,
    ticket: { open: row.openTicket, status: row.ticketStatus, userId: row.ticketUserId, queueId: row.queueId },
  });
  return await pass(tx, row, now, null, sent?.messageId ?? null);
}

interface LineState {
  channel: string;
  up: boolean;
  gone: boolean;
}
async function lineOf(tx: Tx, { connectionId }: queries.Row): Promise<LineState> {
  const [line] = await tx<LineState[]>`
    select channel, status = 'CONNECTED' and deleted_at is null as up, deleted_at is not null as gone
    from app.connections where company_id = ${tx.companyId} and id = ${connectionId}`;
  return line!;
}

/**
 * An occurrence is over: sent, or not for a reason. The next one that is still to come is planned; those that passed while nothing ran
 * are left out, so that nobody gets several at once.
 */
async function pass(
  tx: Tx,
  row: queries.Row,
  now: Date,
  error: string | null,
  messageId: number | null = null,
): Promise<true> {
  const { work } = await calendarOf(tx);
  const all = occurrences(row);
  let made = row.made + 1;
  while (made < all && occurrence(row, row, made, work) <= now) made++;
  const over = made >= all;
  await queries.write(tx, row.id, {
    ...{ made, tries: row.tries + 1, error, waiting_since: null },
    status: !over ? "PENDENTE" : error === null ? "AGENDADA" : "ERRO",
    ...(!over && { send_at: occurrence(row, row, made, work) }),
    ...(error === null && { message_id: messageId, settled: false }),
  });
  await tell(tx, row.id);
  return true;
}

/** What was handed over went out, or did not; answers how many are known now. */
async function settle(tx: Tx): Promise<number> {
  const rows = await queries.handedOver(tx);
  for (const { id, status, failed, error } of rows) {
    await queries.write(tx, id, {
      settled: true,
      ...(failed ? { error: error ?? "ERR_SENDING_WAPP_MSG" } : { sent_at: new Date() }),
      ...(status === "AGENDADA" && { status: failed ? "ERRO" : "ENVIADA" }),
    });
    await tell(tx, id);
  }
  return rows.length;
}
