// What other features do with people: read them, tell about them, give them accounts and passwords.
import { refuse } from "../../contract/errors.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { checkPassword, hashPassword } from "../../core/secrets/password.ts";
import { lanes } from "../../core/http/rate-limit.ts";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import { commonPasswords } from "./common-passwords.ts";
import { type Preferences, type User, userChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** The condition on a person `u` who is there. */
export const isOnline = queries.isOnline;

/** One person of the transaction's company. */
export function userById(tx: Tx, id: number): Promise<User | undefined> {
  return queries.byId(tx, id);
}

/** How a person likes the app. */
export function preferencesOf(tx: Tx, id: number): Promise<Preferences> {
  return queries.preferencesOf(tx, id);
}

/** Tells everybody how these people are now. */
export async function announceUsers(
  tx: Tx,
  ids: readonly number[],
  action: "create" | "update" = "update",
): Promise<void> {
  if (!ids.length) return;
  for (const user of await queries.colleagues(tx, ids)) emit(tx, userChanged, everybody, { action, user });
}

export interface NewAccount {
  companyId: number;
  name: string;
  email: string;
  /** The stored form, from `makeSecret`. */
  secret: string;
  columns?: queries.Patch;
}
/** Makes a person and their login. Refuses ERR_DUPLICATED_EMAIL when anybody on the platform has the e-mail. */
export async function makeAccount(tx: PlatformTx, account: NewAccount): Promise<number> {
  const { secret, ...rest } = account;
  const email = account.email.toLowerCase();
  if (await queries.loginTaken(tx, email)) refuse("ERR_DUPLICATED_EMAIL");
  const id = await queries.insertAccount(tx, { ...rest, email, password: secret, color: randomColour() });
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

/** Hashing costs a core for a moment: at most as many at once as there are cores (proof S14). */
const hashing = lanes(navigator.hardwareConcurrency);

/** The stored form of a new password. Refuses ERR_WEAK_PASSWORD for short and common ones. */
export async function makeSecret(password: string, minLength: number): Promise<string> {
  if ([...password].length < minLength || commonPasswords.has(password.toLowerCase())) refuse("ERR_WEAK_PASSWORD");
  return await hashing(() => hashPassword(password));
}

let nobody: Promise<string> | undefined;
/** Whether the password fits. Without a stored form the same work is done, so that time tells nothing (proof S14). */
export async function checkSecret(password: string, stored: string | null): Promise<boolean> {
  const against = stored || await (nobody ??= hashPassword(crypto.randomUUID()));
  const fits = await hashing(() => checkPassword(password, against));
  return fits && against === stored;
}

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** A password to be shown once: 14 characters that cannot be mistaken for each other, about 81 bits. */
export function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(14));
  return [...bytes].map((n) => LETTERS[n % LETTERS.length]).join("");
}
