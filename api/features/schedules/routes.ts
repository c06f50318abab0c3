import { must, refuse } from "../../contract/errors.ts";
import { occurrence } from "../../contract/rules/recurrence.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { storeUpload } from "../../core/media/media.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { audienceOf, tell } from "./actions.ts";
import { calendarOf } from "./calendar.ts";
import { holidaysChanged, type Schedule, scheduleChanged, schedules as calls } from "./contract.ts";
import { planned } from "./plan.ts";
import * as queries from "./queries.ts";

/** A calendar shows all of a month at once. */
const CALENDAR_PAGE = 2_000;
const PICTURES = ["image/png", "image/jpeg"];

/** Mounts the calls of schedules. */
export function schedules(api: Api, parts: Parts): void {
  route(api, calls.list, async ({ tx, me, query }) => {
    const wanted = {
      search: query.searchParam.trim(),
      contactId: query.contactId,
      from: query.dateStart,
      until: query.dateEnd,
      waiting: query.waiting === "true",
    };
    const size = query.dateStart && query.dateEnd ? CALENDAR_PAGE : RECORDS_PAGE;
    const [rows, count] = await Promise.all([
      queries.page(tx, me, wanted, size + 1, (query.pageNumber - 1) * size),
      queries.count(tx, me, wanted),
    ]);
    return { schedules: rows.slice(0, size), hasMore: rows.length > size, count };
  });

  route(api, calls.show, ({ tx, me, params }) => seen(tx, me, params.id));

  route(api, calls.create, async ({ tx, me, body }) => {
    const { fields } = await planned(tx, me, parts, body);
    return must(await tell(tx, await queries.insert(tx, me.id, fields), "create"), "ERR_NO_SCHEDULE_FOUND");
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    const { row, old } = await changeable(tx, me, id);
    const { fields, anew } = await planned(tx, me, parts, body, row);
    await queries.plan(tx, id, fields, anew);
    return told(tx, id, old);
  });

  route(api, calls.remove, async ({ tx, me, params: { id } }) => {
    const old = await mine(tx, me, id);
    await queries.lock(tx, id);
    await queries.remove(tx, id);
    await forgetFile(tx, old);
    emit(tx, scheduleChanged, audienceOf(old), { action: "delete", scheduleId: id });
    return { ok: true as const };
  });

  route(api, calls.upload, async ({ tx, me, params: { id }, files: [file] }) => {
    const { old } = await changeable(tx, me, id);
    if (!file) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
    const stored = await storeUpload(tx, file);
    if (!PICTURES.includes(stored.mimeType)) refuse("ERR_UNSUPPORTED_MEDIA");
    await queries.setFile(tx, id, stored);
    await forgetFile(tx, old);
    return told(tx, id, old);
  });

  route(api, calls.removeFile, async ({ tx, me, params: { id } }) => {
    const { old } = await changeable(tx, me, id);
    await queries.setFile(tx, id, null);
    await forgetFile(tx, old);
    return told(tx, id, old);
  });

  route(api, calls.holidays, async ({ tx }) => ({ holidays: await queries.holidays(tx) }));

  route(api, calls.setHolidays, async ({ tx, body, before }) => {
    before({ holidays: await queries.holidays(tx) });
    await queries.replaceHolidays(tx, body.holidays);
    emit(tx, holidaysChanged, everybody, { action: "update" });
    await planAnew(tx);
    return { holidays: await queries.holidays(tx) };
  });
}

/** One that this person may see: their own, or one whose ticket they are to have; admins see all. */
async function seen(tx: Tx, me: Me, id: number): Promise<Schedule> {
  const schedule = must(await queries.byId(tx, id), "ERR_NO_SCHEDULE_FOUND");
  const theirs = [schedule.userId, schedule.ticketUserId].includes(me.id);
  return me.profile === "admin" || theirs ? schedule : refuse("ERR_NO_SCHEDULE_FOUND");
}
async function mine(tx: Tx, me: Me, id: number): Promise<Schedule> {
  const schedule = await seen(tx, me, id);
  return me.profile === "admin" || schedule.userId === me.id ? schedule : refuse("ERR_NO_PERMISSION");
}
/** Held for a change; what was handed to its connection or sent is as it is. */
async function changeable(tx: Tx, me: Me, id: number): Promise<{ row: queries.Row; old: Schedule }> {
  const old = await mine(tx, me, id);
  const row = must(await queries.lock(tx, id), "ERR_NO_SCHEDULE_FOUND");
  if (row.status === "AGENDADA" || row.status === "ENVIADA") refuse("ERR_ALREADY_IN_STATE");
  return { row, old };
}
/** Tells how it is now, and takes it from the list of who was to have its ticket. */
async function told(tx: Tx, id: number, before: Schedule): Promise<Schedule> {
  const schedule = must(await tell(tx, id), "ERR_NO_SCHEDULE_FOUND");
  if (before.ticketUserId !== schedule.ticketUserId && before.ticketUserId !== null) {
    const lost = { to: [`user:${before.ticketUserId}`], except: audienceOf(schedule).to };
    emit(tx, scheduleChanged, lost, { action: "delete", scheduleId: id });
  }
  return schedule;
}
async function forgetFile(tx: Tx, { mediaPath }: Schedule): Promise<void> {
  const id = mediaPath?.split("/").pop();
  if (id) await dropUnheld(tx, [id]);
}
/** Days off are others now: what waits and minds them goes out on the right day; one that would be past stays as it is. */
async function planAnew(tx: Tx): Promise<void> {
  const { work } = await calendarOf(tx);
  for (const row of await queries.lockMinding(tx)) {
    const at = occurrence(row, row, row.made, work);
    if (at.getTime() === row.sendAt.getTime() || at.getTime() <= Date.now()) continue;
    await queries.write(tx, row.id, { send_at: at });
    await tell(tx, row.id);
  }
}
