// Sessions as other features meet them: opened and described; a password that is made anew.
import { planFlags } from "../../contract/plans.ts";
import { LIST_WIDTH, PLATFORM_COMPANY_ID, SESSION_TTL_S } from "../../contract/limits.ts";
import { must, refuse } from "../../contract/errors.ts";
import type { CompanyValues } from "../../contract/settings.ts";
import { asksFactor, forgetSessions, isExpired, type Me as Caller } from "../../core/access/auth.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { unseenBy } from "../announcements/actions.ts";
import { describePlan } from "../plans/actions.ts";
import { companyValues } from "../settings/actions.ts";
import { countHelps } from "../helps/actions.ts";
import { lookingNow } from "../support/actions.ts";
import { clearFactors, hasFactor } from "../factors/actions.ts";
import { newSecret } from "../users/actions/create.ts";
import { checkSecret, makeSecret } from "../users/actions/passwords.ts";
import { randomPassword } from "../../contract/rules/made-password.ts";
import { preferencesOf, userById } from "../users/actions/people.ts";
import { endSessions } from "../users/actions/sessions.ts";
import type { Me } from "./contract.ts";
import * as queries from "./queries.ts";
import { type Derivation, fits, type RefreshToken } from "./tokens.ts";

/**
 * Opens a session: one live one per person and device class, the older ends (docs/product/session.md#one-per-device-class). A
 * browser that still holds a live one of this person keeps it, because its tabs share it. Answers what its refresh token is made
 * of.
 */
export async function openSession(
  tx: Tx,
  userId: number,
  device: "phone" | "desk",
  held: RefreshToken | null,
): Promise<Derivation> {
  await queries.lockUser(tx, userId);
  const kept = held && held.companyId === tx.companyId ? await renewHeld(tx, userId, device, held) : null;
  const opened = kept ?? { companyId: tx.companyId, sessionId: crypto.randomUUID(), generation: 0, salt: newSalt() };
  await endSessions(tx, userId, "elsewhere", { device, except: opened.sessionId });
  if (!kept) {
    await queries.insert(tx, { id: opened.sessionId, userId, device, salt: opened.salt, lifeS: SESSION_TTL_S });
  }
  await queries.touchCompany(tx);
  return opened;
}

async function renewHeld(tx: Tx, userId: number, device: string, held: RefreshToken): Promise<Derivation | null> {
  const row = await queries.find(tx, held.sessionId, { refreshS: SESSION_TTL_S, graceS: 0 });
  if (!row?.alive || row.userId !== userId || row.generation !== held.generation || !fits(held, row.salt)) return null;
  if (!await queries.rotate(tx, row.id, row.generation)) return null;
  await queries.renew(tx, row.id, device, SESSION_TTL_S);
  return { companyId: tx.companyId, sessionId: row.id, generation: row.generation + 1, salt: row.salt };
}
function newSalt(): string {
  return crypto.randomUUID() + crypto.randomUUID();
}

/** The signed-in person with their company, as the app keeps it. */
export async function describeMe(tx: Tx, userId: number, sessionId: string): Promise<Me> {
  const user = must(await userById(tx, userId), "ERR_INVALID_TOKEN");
  const values = await companyValues(tx);
  return {
    ...user,
    sessionId,
    passwordDue: await queries.passwordDue(tx, userId),
    factorDue: asksFactor(values, user.profile) && !await hasFactor(tx, userId),
    preferences: await preferencesOf(tx, userId),
    announcements: await unseenBy(tx, userId),
    helps: await countHelps(tx),
    support: user.profile === "admin" ? await lookingNow(tx) : null,
    company: await describeCompany(tx, values),
  };
}

/** An operator who looks into the company, in the form of a person of it: they are no row of its people. */
export async function describeSupport(tx: Tx, me: Caller): Promise<Me> {
  const values = await companyValues(tx);
  return {
    ...{ id: me.id, companyId: me.companyId, name: me.name, email: "", profile: me.profile, super: me.super },
    ...{ startWork: "00:00", endWork: "23:59", farewellMessage: "", whatsappId: null, language: values.botLanguage },
    ...{ allTicket: "enabled", allHistoric: "enabled", allUserChat: "enabled", userClosePendingTicket: "disabled" },
    ...{ showDashboard: "enabled", allowRealTime: "enabled", allowConnections: "disabled", allowGroup: me.allowGroup },
    ...{ defaultTheme: "light", defaultMenu: "closed", profileImage: null, color: "#64748b", online: false },
    defaultTicketsManagerWidth: LIST_WIDTH.initial,
    queues: await queries.allQueues(tx),
    ...{ sessionId: me.sessionId, passwordDue: false, factorDue: false, preferences: {}, announcements: [] },
    helps: await countHelps(tx),
    support: { by: me.name, until: me.support!.until.toISOString(), mine: true },
    // What it owes shuts no operator out.
    company: { ...await describeCompany(tx, values), expired: false },
  };
}

async function describeCompany(tx: Tx, values: CompanyValues): Promise<Me["company"]> {
  const company = await queries.company(tx);
  const plan = describePlan(company.plan);
  return {
    id: company.id,
    name: company.name,
    dueDate: company.dueAt?.toISOString() ?? null,
    timezone: company.timezone,
    language: values.botLanguage,
    expired: isExpired(company.dueAt, company.id === PLATFORM_COMPANY_ID),
    companieSettings: Object.entries(values).map(([key, value]) => ({ key, value })),
    plan: Object.fromEntries(planFlags.map((flag) => [flag, plan[flag]])) as Me["company"]["plan"],
  };
}

/**
 * A new random password for whoever signs in with this e-mail; sessions end, and they choose their own at the next sign-in. Second
 * factors stay unless `withoutFactors`. Null when nobody has the e-mail.
 */
export async function resetPassword(email: string, { withoutFactors = false } = {}): Promise<string | null> {
  const login = await asPlatform((tx) => queries.loginByEmail(tx, email.trim().toLowerCase()));
  if (!login) return null;
  const password = randomPassword();
  const secret = await makeSecret(password, 0, []);
  await withTenant({ companyId: login.companyId }, async (tx) => {
    await queries.setPassword(tx, login.id, secret, "product");
    if (withoutFactors) await clearFactors(tx, login.id);
    await endSessions(tx, login.id, "password");
  });
  return password;
}

/** What is hashed of a chosen password before its transaction; null where there is nothing to choose. */
export type Chosen = { secret: string } | "same" | null;

/** Makes a chosen password's stored form, unless it is the made one itself. Refuses ERR_WEAK_PASSWORD. */
export async function hashChosen(me: { id: number; companyId: number }, password: string): Promise<Chosen> {
  const now = await withTenant({ companyId: me.companyId }, async (tx) => ({
    due: await queries.passwordDue(tx, me.id),
    stored: await queries.storedPassword(tx, me.id),
    person: must(await userById(tx, me.id), "ERR_INVALID_TOKEN"),
  }), { read: true });
  if (!now.due) return null;
  if (await checkSecret(password, now.stored)) return "same";
  return { secret: await newSecret(me.companyId, password, now.person) };
}

/**
 * The password that somebody chooses in place of the one that was made for them; their other sessions end. Refuses
 * ERR_ALREADY_IN_STATE to who has chosen, ERR_WEAK_PASSWORD for the made one itself too.
 */
export async function choosePassword(
  tx: Tx,
  me: { id: number; sessionId: string },
  chosen: Chosen,
): Promise<void> {
  await queries.lockUser(tx, me.id);
  if (chosen === null || !await queries.passwordDue(tx, me.id)) return refuse("ERR_ALREADY_IN_STATE");
  if (chosen === "same") return refuse("ERR_WEAK_PASSWORD");
  await queries.setPassword(tx, me.id, chosen.secret, "person");
  await endSessions(tx, me.id, "password", { except: me.sessionId });
  rightsChanged(tx, me.id);
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}
