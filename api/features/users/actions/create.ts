// Making a person of a company that is there.
import type { z } from "zod";
import { must, refuse } from "../../../contract/errors.ts";
import { asPlatform, type Tx, withTenant } from "../../../../db/tenant.ts";
import { platformValues } from "../../settings/actions.ts";
import { asColumns, type Update } from "../changes.ts";
import type { UserForm } from "../../../contract/rules/user-form.ts";
import type { User } from "../contract.ts";
import * as queries from "../queries.ts";
import { randomColour } from "./accounts.ts";
import { makeSecret } from "./passwords.ts";
import { announceUsers } from "./people.ts";

/** Makes a person; `secret` is from `newSecret`. Refuses ERR_PLAN_LIMIT, ERR_DUPLICATED_EMAIL and targets that do not exist. */
export async function createUser(
  tx: Tx,
  form: Omit<z.output<typeof UserForm>, "password">,
  secret: string,
): Promise<User> {
  await queries.lock(tx);
  await checkRoom(tx, []);
  await checkTargets(tx, form);
  if (await queries.emailTaken(tx, form.email, 0)) refuse("ERR_DUPLICATED_EMAIL");
  const id = await queries.insert(tx, {
    ...asColumns(form),
    password: secret,
    password_given_at: form.passwordMade ? new Date() : null,
    color: randomColour(),
  });
  if (!await queries.claimLogin(tx, form.email, id)) refuse("ERR_DUPLICATED_EMAIL");
  await queries.setQueues(tx, id, form.queueIds);
  await announceUsers(tx, [id], "create");
  return must(await queries.byId(tx, id), "ERR_NO_USER_FOUND");
}

/** Refuses ERR_PLAN_LIMIT where the plan has no room for one more, ERR_NO_QUEUE_FOUND for queues that do not exist. */
export async function checkRoom(tx: Tx, queueIds: number[]): Promise<void> {
  if (await queries.count(tx) >= await queries.planLimit(tx)) refuse("ERR_PLAN_LIMIT");
  await checkTargets(tx, { queueIds });
}
/** Refuses ERR_DUPLICATED_EMAIL when anybody on the platform signs in with the e-mail. */
export async function refuseTaken(email: string): Promise<void> {
  if (await asPlatform((tx) => queries.loginTaken(tx, email))) refuse("ERR_DUPLICATED_EMAIL");
}

/** Refuses queues and a connection that the company does not have. */
export async function checkTargets(tx: Tx, form: Pick<Update, "queueIds" | "whatsappId">): Promise<void> {
  if (form.queueIds?.length && !await queries.queuesExist(tx, form.queueIds)) refuse("ERR_NO_QUEUE_FOUND");
  if (form.whatsappId && !await queries.connectionExists(tx, form.whatsappId)) refuse("ERR_NO_WAPP_FOUND");
}
/**
 * The stored form of a password for a person of this company. Called outside a transaction, because a hash waits for its turn.
 * Refuses ERR_WEAK_PASSWORD.
 */
export async function newSecret(
  companyId: number,
  password: string,
  of: { name: string; email: string },
): Promise<string> {
  const { length, names } = await withTenant({ companyId }, async (tx) => {
    const { minPasswordLength, appName } = await platformValues(tx);
    return { length: Number(minPasswordLength), names: [appName, await queries.companyName(tx)] };
  }, { read: true });
  return await makeSecret(password, length, [...names, of.name, of.email]);
}
