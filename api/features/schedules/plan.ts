// What a form plans: whom, by which connection, and when.
import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { type Anchor, occurrence, occurrences } from "../../contract/rules/recurrence.ts";
import { wallTime } from "../../contract/rules/wall-time.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { queueExists, userExists } from "../tickets/queries.ts";
import { lineFor } from "../tickets/actions/reach.ts";
import { checkLength } from "../messages/actions/automated-send.ts";
import { fillTemplate } from "../templates/actions.ts";
import { calendarOf } from "./calendar.ts";
import { SCHEDULE_AHEAD_DAYS, type ScheduleForm } from "./contract.ts";
import type { Fields, Row } from "./queries.ts";

/** A person needs this long to press the button, ms. */
const GRACE_MS = 60_000;
const bad = (field: string, message: string): never =>
  refuse("ERR_VALIDATION", { details: [{ path: `body.${field}`, message }] });

/**
 * The fields of a plan, from a form and what there was. A time without an offset is the company's clock. Refuses ERR_VALIDATION for a
 * time that is past, too far away or does not exist; ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_CONTACT_OUT_OF_REACH,
 * ERR_TEXT_TOO_LONG.
 */
export async function planned(
  tx: Tx,
  me: Me,
  { channels }: Pick<Parts, "channels">,
  form: Partial<z.output<typeof ScheduleForm>>,
  before?: Row,
): Promise<{ fields: Fields; anew: boolean }> {
  const contactId = form.contactId ?? before?.contactId ?? refuse("ERR_NO_CONTACT_FOUND");
  const line = await lineFor(tx, channels, me, contactId, form.whatsappId ?? before?.connectionId);
  const body = form.body ?? before!.body;
  checkLength(body, must(channels.plugins.get(line.channel), "ERR_NO_WAPP_FOUND").manifest);
  if (form.ticketUserId && !await userExists(tx, form.ticketUserId)) refuse("ERR_NO_USER_FOUND");
  if (form.queueId && !await queueExists(tx, form.queueId)) refuse("ERR_NO_QUEUE_FOUND");
  const template = await templateOf(tx, line.id, form.template, before);
  const { timezone, work } = await calendarOf(tx);
  const again = {
    unit: form.intervalo ?? before?.unit ?? 1,
    every: form.valorIntervalo ?? before?.every ?? 0,
    times: form.enviarQuantasVezes ?? before?.times ?? 1,
    dayType: form.tipoDias ?? before?.dayType ?? 4,
  };
  const kept = before && (form.sendAt === undefined || instant(form.sendAt) === before.sendAt.getTime());
  const anchor = kept ? before : anchorOf(form.sendAt!, timezone);
  const anew = !kept || before.status !== "PENDENTE";
  const sendAt = whenever(() => occurrence(anchor, again, anew ? 0 : before.made, work));
  if (sendAt.getTime() < Date.now() - GRACE_MS) bad("sendAt", "past");
  if (sendAt.getTime() > Date.now() + SCHEDULE_AHEAD_DAYS * 86_400_000) bad("sendAt", "too_far");
  // The last one too is on the calendar, which ends with the year 9999.
  whenever(() => occurrence(anchor, again, occurrences(again) - 1, work), "valorIntervalo");
  const fields = {
    ...{ contactId, connectionId: line.id, body, sendAt },
    ...{ timezone: anchor.timezone, date: anchor.date, clock: anchor.clock, ...again },
    sign: form.assinar ?? before?.sign ?? false,
    openTicket: form.openTicket === undefined ? before?.openTicket ?? false : form.openTicket === "enabled",
    ticketStatus: form.statusTicket ?? before?.ticketStatus ?? "closed",
    ticketUserId: form.ticketUserId === undefined ? before?.ticketUserId ?? null : form.ticketUserId,
    queueId: form.queueId === undefined ? before?.queueId ?? null : form.queueId,
    cancelOnReply: form.cancelOnReply ?? before?.cancelOnReply ?? false,
    ...template,
  };
  return { fields, anew };
}

/** The approved text that is planned, checked against what the connection has now. */
async function templateOf(
  tx: Tx,
  connectionId: number,
  wanted: z.output<typeof ScheduleForm>["template"],
  before: Row | undefined,
): Promise<Pick<Fields, "templateId" | "templateValues">> {
  const none = { templateId: null, templateValues: {} };
  if (wanted === null) return none;
  if (!wanted) return before ? { templateId: before.templateId, templateValues: before.templateValues } : none;
  const { file } = await fillTemplate(tx, connectionId, { id: wanted.id }, wanted.values, "body.template");
  // A schedule's file is a picture.
  if (file !== null && file !== "image") refuse("ERR_TEMPLATE_REFUSED");
  return { templateId: wanted.id, templateValues: wanted.values };
}

const hasOffset = (time: string) => /(Z|[+-]\d\d:?\d\d)$/.test(time);
const instant = (time: string): number => hasOffset(time) ? Date.parse(time) : NaN;
/** What the company's calendar and clock show then. */
function anchorOf(time: string, timezone: string): Anchor {
  if (!hasOffset(time)) return { date: time.slice(0, 10), clock: time.slice(11, 16), timezone };
  const { date, minute } = whenever(() => wallTime(new Date(time), timezone));
  const two = (n: number) => String(n).padStart(2, "0");
  return { date, clock: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`, timezone };
}
function whenever<T>(work: () => T, field = "sendAt"): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return bad(field, "time");
    throw error;
  }
}
