import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { nextDue } from "../../contract/rules/billing.ts";
import { randomPassword } from "../../contract/rules/made-password.ts";
import { PLATFORM_COMPANY_ID, RECORDS_PAGE } from "../../contract/limits.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { inCompany } from "../../core/access/in-company.ts";
import { builtInChannel } from "../../core/manifests.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route, routeAfter } from "../../core/http/route.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { describePlan, planById } from "../plans/actions.ts";
import { companyValues, platformValues } from "../settings/actions.ts";
import { lookingNow } from "../support/actions.ts";
import { makeSecret } from "../users/actions/passwords.ts";
import { makeCompany } from "./actions.ts";
import { contentsOf } from "./removal/contents.ts";
import { closeCompany } from "./removal/close.ts";
import { companies as calls, Company, type CompanyUpdate } from "./contract.ts";
import * as queries from "./queries.ts";
import * as usage from "./usage/queries.ts";

/** Mounts the calls of companies. */
export function companies(api: Api, { channels }: Parts): void {
  route(api, calls.list, async () => (await asPlatform(queries.all)).map(describe));

  route(api, calls.listPlain, async () => (await asPlatform(queries.all)).map(describe));

  route(api, calls.listWithPlan, ({ query: { searchParam, pageNumber, sort, order } }) =>
    asPlatform(async (tx) => {
      const search = searchParam.trim();
      const page = { search, sort, down: order === "desc", size: RECORDS_PAGE, skip: (pageNumber - 1) * RECORDS_PAGE };
      const [rows, count] = await Promise.all([queries.page(tx, page), queries.count(tx, search)]);
      return { companies: rows.slice(0, RECORDS_PAGE).map(describe), hasMore: rows.length > RECORDS_PAGE, count };
    }));

  route(api, calls.show, async ({ me, params }) => {
    if (!me.super && params.id !== me.companyId) refuse("ERR_NO_COMPANY_FOUND");
    return describe(await load(params.id));
  });

  route(api, calls.plan, async ({ me, params }) => {
    if (!me.super && params.id !== me.companyId) refuse("ERR_NO_COMPANY_FOUND");
    const { id, planId, plan } = describe(await load(params.id));
    return { id, planId, plan: plan! };
  });

  routeAfter(api, calls.create, ({ body }) => firstSecret(body), async ({ body, ready: { made, secret } }) => {
    const company = await asPlatform(async (platform) => {
      must(await planById(platform, body.planId), "ERR_NO_PLAN_FOUND");
      await queries.checkZone(platform, body.timezone);
      const { companyId } = await makeCompany(platform, {
        ...body,
        active: body.status,
        dueAt: await dueAt(platform, body.dueDate, body.timezone),
        more: plainColumns(body, more),
        admin: { name: body.name, email: body.email, secret, given: made !== undefined },
      });
      await setCampaigns(platform, companyId, body.campaignsEnabled);
      return must(await queries.byId(platform, companyId), "ERR_NO_COMPANY_FOUND");
    });
    return { ...describe(company), ...(made ? { password: made } : {}) };
  });

  route(api, calls.update, async ({ params: { id }, body, before }) => {
    if (id === PLATFORM_COMPANY_ID && body.status === false) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.status", message: "own_company" }] });
    }
    const company = await asPlatform(async (tx) => {
      const now = must(await queries.forChange(tx, id), "ERR_NO_COMPANY_FOUND");
      before(describe(now));
      refuseChanged(now, body.version);
      if (body.planId !== undefined) must(await planById(tx, body.planId), "ERR_NO_PLAN_FOUND");
      if (body.timezone !== undefined) await queries.checkZone(tx, body.timezone);
      if (body.name !== undefined && await queries.nameTaken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
      const columns = await asColumns(tx, body, now.timezone);
      if (Object.keys(columns).length) await queries.update(tx, id, columns);
      if (body.campaignsEnabled !== undefined) await setCampaigns(tx, id, body.campaignsEnabled);
      return must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND");
    });
    forgetSessions(id);
    return describe(company);
  });

  route(api, calls.renew, async ({ params: { id }, body, before }) => {
    const company = await asPlatform(async (tx) => {
      const now = must(await queries.forChange(tx, id), "ERR_NO_COMPANY_FOUND");
      before(describe(now));
      refuseChanged(now, body.version);
      const { day, anchor } = await queries.dueDay(tx, id);
      await queries.setDueDay(tx, id, nextDue(day, now.recurrence, anchor), anchor);
      return must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND");
    });
    forgetSessions(id);
    return describe(company);
  });

  route(api, calls.contents, ({ params: { id } }) =>
    asPlatform(async (tx) => {
      must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND");
      return await contentsOf(tx, id);
    }));

  route(api, calls.usage, async ({ tx, me, params: { id } }) => {
    await load(id);
    return await inCompany(tx, me, id, async (theirs) => ({
      months: await usage.months(theirs),
      users: await usage.people(theirs),
      inUse: await usage.inUse(theirs, builtInChannel() ?? ""),
      problems: await usage.problems(theirs),
      support: {
        allowed: (await companyValues(theirs)).supportAccess === "enabled",
        looking: await lookingNow(theirs),
      },
    }));
  });

  route(api, calls.schedules, async ({ me, params: { id }, body, before }) => {
    if (!me.super && id !== me.companyId || (body.id ?? id) !== id) refuse("ERR_NO_COMPANY_FOUND");
    return await asPlatform(async (tx) => {
      before(describe(must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND")));
      await queries.setSchedules(tx, id, body.schedules);
      return describe(must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND"));
    });
  });

  route(api, calls.remove, async ({ me, params: { id }, before }) => {
    if (id === PLATFORM_COMPANY_ID || id === me.companyId) refuse("ERR_IN_USE");
    const connections = await asPlatform(async (tx) => {
      before(describe(must(await queries.forChange(tx, id), "ERR_NO_COMPANY_FOUND")));
      return await closeCompany(tx, id);
    });
    forgetSessions(id);
    for (const connectionId of connections) channels.reopen(id, connectionId);
    return { ok: true as const };
  });
}

/** The stored form of the first admin's password: the given one's, or of one that is made and shown once. */
async function firstSecret(
  { password, name, email }: { password?: string; name: string; email: string },
): Promise<{ made?: string; secret: string }> {
  if (!password) {
    const made = randomPassword();
    return { made, secret: await makeSecret(made, 0, []) };
  }
  const { minPasswordLength, appName } = await asPlatform((tx) => platformValues(tx));
  return { secret: await makeSecret(password, Number(minPasswordLength), [appName, name, email]) };
}
async function load(id: number): Promise<queries.CompanyRow> {
  return must(await asPlatform((tx) => queries.byId(tx, id)), "ERR_NO_COMPANY_FOUND");
}
function describe(row: queries.CompanyRow): z.input<typeof Company> {
  return { ...row, plan: describePlan(row.plan) };
}
/** Refuses ERR_RECORD_CHANGED, with the company of now, where an operator saw another version of it. */
function refuseChanged(now: queries.CompanyRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== now.version) {
    refuse("ERR_RECORD_CHANGED", { record: Company.parse(describe(now)) });
  }
}
async function dueAt(tx: PlatformTx, given: string | null, timezone: string): Promise<Date | null> {
  if (given === null) return null;
  return given.length === 10 ? await queries.dayBegins(tx, given, timezone) : new Date(given);
}
function setCampaigns(tx: PlatformTx, id: number, on: boolean): Promise<unknown> {
  return queries.setSetting(tx, id, "campaignsEnabled", on ? "enabled" : "disabled");
}

type Update = z.output<typeof CompanyUpdate>;
const more = {
  paymentMethod: "payment_method",
  addressStreet: "address_street",
  addressCity: "address_city",
  addressState: "address_state",
  numberAttendants: "seats",
  numberConections: "lines",
} as const satisfies Partial<Record<keyof Update, string>>;
const columnOf = {
  name: "name",
  email: "email",
  phone: "phone",
  document: "document",
  planId: "plan_id",
  status: "active",
  recurrence: "recurrence",
  timezone: "timezone",
  ...more,
} as const satisfies Partial<Record<keyof Update, string>>;

/** The columns of those fields that are there. */
function plainColumns(update: Update, names: Partial<typeof columnOf>): queries.Patch {
  const columns: queries.Patch = {};
  for (const [field, column] of Object.entries(names)) {
    const value = update[field as keyof typeof columnOf];
    if (value !== undefined) columns[column] = value;
  }
  return columns;
}
async function asColumns(tx: PlatformTx, update: Update, timezone: string): Promise<queries.Patch> {
  const columns = plainColumns(update, columnOf);
  if (update.dueDate !== undefined) columns.due_at = await dueAt(tx, update.dueDate, update.timezone ?? timezone);
  return columns;
}
