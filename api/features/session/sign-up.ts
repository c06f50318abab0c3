// Sign-up: a new company with a 7-day trial and its first admin (docs/product/session.md#sign-up).
import type { z } from "zod";
import { refuse } from "../../contract/errors.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { makeCompany } from "../companies/actions.ts";
import { planById } from "../plans/actions.ts";
import { platformValues } from "../settings/actions.ts";
import { makeSecret } from "../users/actions/passwords.ts";
import type { SignUpForm } from "../../contract/rules/user-form.ts";

const TRIAL_MS = 7 * 24 * 3_600_000;
/** Of one address: ten at once, then two a minute. */
const PER_MINUTE = 2;
const BURST = 10;

/** Makes company and admin. Refuses ERR_USER_CREATION_DISABLED unless the platform's switch is on. */
export async function signUp(
  form: z.output<typeof SignUpForm>,
  address: string,
): Promise<{ id: number; companyId: number }> {
  const values = await asPlatform((tx) => platformValues(tx));
  if (values.allowSignup !== "enabled" && values.userCreation !== "enabled") refuse("ERR_USER_CREATION_DISABLED");
  if (!allow(`sign-up:${address}`, PER_MINUTE, BURST)) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
  const secret = await makeSecret(form.password, Number(values.minPasswordLength), [
    values.appName,
    form.companyName,
    form.name,
    form.email,
  ]);
  return await asPlatform(async (tx) => {
    const plan = await planById(tx, form.planId);
    if (!plan?.isPublic) return refuse("ERR_NO_PLAN_FOUND");
    const made = await makeCompany(tx, {
      name: form.companyName,
      email: form.email,
      phone: form.phone,
      planId: plan.id,
      dueAt: new Date(Date.now() + TRIAL_MS),
      admin: { name: form.name, email: form.email, secret },
      language: form.language,
    });
    return { id: made.userId, companyId: made.companyId };
  });
}
