import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { planFlags } from "../../contract/plans.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { builtInChannel } from "../../core/manifests.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { describePlan } from "./actions.ts";
import { type PlanForm, plans as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of plans. */
export function plans(api: Api, _parts: Parts): void {
  route(api, calls.listPublic, async () => (await asPlatform(queries.listPublic)).map(describePlan));

  route(api, calls.listAll, async () => {
    const rows = await asPlatform((tx) => queries.list(tx, builtInChannel() ?? ""));
    return rows.map(({ companies, most, ...plan }) => ({ ...describePlan(plan), companies, most }));
  });

  route(api, calls.create, ({ body }) =>
    asPlatform(async (tx) => {
      const id = must(await queries.insert(tx, asFields(body)), "ERR_DUPLICATED_NAME");
      return describePlan(must(await queries.byId(tx, id), "ERR_NO_PLAN_FOUND"));
    }));

  route(api, calls.update, async ({ params: { id }, body, before }) => {
    const changed = await asPlatform(async (tx) => {
      const now = must(await queries.byId(tx, id), "ERR_NO_PLAN_FOUND");
      before(now);
      if (await queries.nameTaken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
      await queries.update(tx, id, asFields(body, now));
      const plan = must(await queries.byId(tx, id), "ERR_NO_PLAN_FOUND");
      return { plan, companies: await queries.companiesOf(tx, id) };
    });
    for (const companyId of changed.companies) forgetSessions(companyId);
    return describePlan(changed.plan);
  });

  route(api, calls.remove, async ({ params: { id }, before }) => {
    await asPlatform(async (tx) => {
      before(must(await queries.byId(tx, id), "ERR_NO_PLAN_FOUND"));
      if ((await queries.companiesOf(tx, id)).length) refuse("ERR_IN_USE");
      await queries.remove(tx, id);
    });
    return { ok: true as const };
  });
}

const allOn = { isPublic: true, flags: {} };
/** The form over the plan there is; only flags that are off are written down. */
function asFields(
  { isPublic, ...form }: z.output<typeof PlanForm>,
  now: Pick<queries.PlanFields, "isPublic" | "flags"> = allOn,
): queries.PlanFields {
  const off = planFlags.filter((flag) => (form[flag] ?? now.flags[flag]) === false);
  return { ...form, isPublic: isPublic ?? now.isPublic, flags: Object.fromEntries(off.map((flag) => [flag, false])) };
}
