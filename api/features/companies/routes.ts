import { join } from "node:path";
import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import { describePlan, planById } from "../plans/actions.ts";
import { platformValues } from "../settings/actions.ts";
import { makeSecret, randomPassword } from "../users/actions/passwords.ts";
import { makeCompany } from "./actions.ts";
import { companies as calls, type Company, type CompanyUpdate } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of companies. */
export function companies(api: Api, { env }: Parts): void {
  route(api, calls.list, async () => (await asPlatform(queries.all)).map(describe));

  route(api, calls.listPlain, async () => (await asPlatform(queries.all)).map(describe));

  route(api, calls.listWithPlan, ({ query: { searchParam, pageNumber } }) =>
    asPlatform(async (tx) => {
      const rows = await queries.page(tx, searchParam, RECORDS_PAGE, (pageNumber - 1) * RECORDS_PAGE);
      return {
        companies: rows.slice(0, RECORDS_PAGE).map(describe),
        hasMore: rows.length > RECORDS_PAGE,
        count: await queries.count(tx, searchParam),
      };
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

  route(api, calls.create, async ({ tx, body }) => {
    const made = body.password ? undefined : randomPassword();
    const { minPasswordLength } = await platformValues(tx);
    const secret = await makeSecret(made ?? body.password!, made ? 0 : Number(minPasswordLength));
    const company = await asPlatform(async (platform) => {
      must(await planById(platform, body.planId), "ERR_NO_PLAN_FOUND");
      await queries.checkZone(platform, body.timezone);
      const { companyId } = await makeCompany(platform, {
        ...body,
        active: body.status,
        dueAt: await dueAt(platform, body.dueDate, body.timezone),
        admin: { name: body.name, email: body.email, secret },
      });
      await setCampaigns(platform, companyId, body.campaignsEnabled);
      return must(await queries.byId(platform, companyId), "ERR_NO_COMPANY_FOUND");
    });
    return { ...describe(company), ...(made ? { password: made } : {}) };
  });

  route(api, calls.update, async ({ params: { id }, body, before }) => {
    if (id === 1 && body.status === false) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.status", message: "own_company" }] });
    }
    const company = await asPlatform(async (tx) => {
      const now = must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND");
      before(describe(now));
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

  route(api, calls.schedules, async ({ me, params: { id }, body, before }) => {
    if (!me.super && id !== me.companyId || (body.id ?? id) !== id) refuse("ERR_NO_COMPANY_FOUND");
    return await asPlatform(async (tx) => {
      before(describe(must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND")));
      await queries.setSchedules(tx, id, body.schedules);
      return describe(must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND"));
    });
  });

  route(api, calls.remove, async ({ me, params: { id }, before }) => {
    if (id === 1 || id === me.companyId) refuse("ERR_IN_USE");
    await asPlatform(async (tx) => {
      before(describe(must(await queries.byId(tx, id), "ERR_NO_COMPANY_FOUND")));
      await queries.remove(tx, id);
    });
    forgetSessions(id);
    await Deno.remove(join(env.DATA_DIR, "media", String(id)), { recursive: true }).catch(() => {});
    return { ok: true as const };
  });
}

async function load(id: number): Promise<queries.CompanyRow> {
  return must(await asPlatform((tx) => queries.byId(tx, id)), "ERR_NO_COMPANY_FOUND");
}
function describe(row: queries.CompanyRow): z.input<typeof Company> {
  return { ...row, plan: describePlan(row.plan) };
}
async function dueAt(tx: PlatformTx, given: string | null, timezone: string): Promise<Date | null> {
  if (given === null) return null;
  return given.length === 10 ? await queries.dayBegins(tx, given, timezone) : new Date(given);
}
function setCampaigns(tx: PlatformTx, id: number, on: boolean): Promise<unknown> {
  return queries.setSetting(tx, id, "campaignsEnabled", on ? "enabled" : "disabled");
}

type Update = z.output<typeof CompanyUpdate>;
const columnOf = {
  name: "name",
  email: "email",
  phone: "phone",
  document: "document",
  planId: "plan_id",
  status: "active",
  recurrence: "recurrence",
  timezone: "timezone",
} as const satisfies Partial<Record<keyof Update, string>>;

async function asColumns(tx: PlatformTx, update: Update, timezone: string): Promise<queries.Patch> {
  const columns: queries.Patch = {};
  for (const [field, column] of Object.entries(columnOf)) {
    const value = update[field as keyof typeof columnOf];
    if (value !== undefined) columns[column] = value;
  }
  if (update.dueDate !== undefined) columns.due_at = await dueAt(tx, update.dueDate, update.timezone ?? timezone);
  return columns;
}
