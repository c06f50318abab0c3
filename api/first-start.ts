// The first start of an installation: a plan, company 1 and its super user (docs/product/companies-and-plans.md#first-start).
import { PRODUCT_NAME } from "./contract/settings.ts";
import { asPlatform } from "../db/tenant.ts";
import { makeCompany } from "./features/companies/actions.ts";
import { makePlan } from "./features/plans/actions.ts";
import { writePlatformValue } from "./features/settings/actions.ts";
import { randomPassword } from "./contract/rules/made-password.ts";
import type { Env } from "./core/env.ts";
import { hashPassword } from "./core/secrets/password.ts";

const FOREVER = new Date("2999-12-31T23:59:59Z");

/**
 * Makes what an empty database needs to be used. Null when there is a company already. `password` is there only when none
 * was configured: it is shown once and kept nowhere. Two processes that start at once make one company.
 */
export async function firstStart(
  env: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
): Promise<{ email: string; password?: string } | null> {
  return await asPlatform(async (tx) => {
    await tx`select pg_advisory_xact_lock(7266236, 2)`;
    const [found] = await tx`select 1 from app.companies limit 1`;
    if (found) return null;
    const password = env.ADMIN_PASSWORD ? undefined : randomPassword();
    const email = env.ADMIN_EMAIL.toLowerCase();
    const planId = await makePlan(tx, "Plano 1");
    // Stored, so that tab, sign-in, installed app and brand page all say the same; the operator may give another.
    await writePlatformValue(tx, "appName", PRODUCT_NAME);
    await makeCompany(tx, {
      first: true,
      name: "Empresa 1",
      email,
      planId,
      dueAt: FOREVER,
      admin: {
        name: "Admin",
        email,
        secret: await hashPassword(password ?? env.ADMIN_PASSWORD!),
        given: password !== undefined,
        super: true,
      },
    });
    return password ? { email, password } : { email };
  });
}
