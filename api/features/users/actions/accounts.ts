// Accounts: a person with a login.
import { refuse } from "../../../contract/errors.ts";
import type { PlatformTx } from "../../../../db/tenant.ts";
import * as queries from "../queries.ts";

export interface NewAccount {
  companyId: number;
  name: string;
  email: string;
  /** The stored form, from `makeSecret`. */
  secret: string;
  /** The password was made for them: they have yet to choose their own. */
  given?: boolean;
  columns?: queries.Patch;
}

/** Makes a person and their login. Refuses ERR_DUPLICATED_EMAIL when anybody on the platform has the e-mail. */
export async function makeAccount(tx: PlatformTx, account: NewAccount): Promise<number> {
  const { secret, given, columns, ...rest } = account;
  const email = account.email.toLowerCase();
  if (await queries.loginTaken(tx, email)) refuse("ERR_DUPLICATED_EMAIL");
  const id = await queries.insertAccount(tx, {
    ...rest,
    columns: { ...columns, password_given_at: given ? new Date() : null },
    email,
    password: secret,
    color: randomColour(),
  });
  if (!await queries.insertLogin(tx, email, account.companyId, id)) refuse("ERR_DUPLICATED_EMAIL");
  return id;
}

/** Dark enough for white initials on top. */
// deno-fmt-ignore
const colours = [
  "#b91c1c", "#c2410c", "#b45309", "#4d7c0f", "#15803d", "#047857", "#0f766e", "#0e7490",
  "#0369a1", "#1d4ed8", "#4338ca", "#6d28d9", "#7e22ce", "#a21caf", "#be185d", "#be123c",
];

/** A colour for a new person's initials. */
export function randomColour(): string {
  return colours[Math.floor(Math.random() * colours.length)]!;
}
