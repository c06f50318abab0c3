// Who is calling. Access tokens are short and signed; the session behind them is looked up at most every two seconds, so that
// log-out, a changed role or an expired company takes effect within five (proof S13).
import { sign, verify } from "hono/jwt";
import { ACCESS_TTL_S } from "../../contract/limits.ts";
import { refuse } from "../../contract/errors.ts";
import type { KeyScope } from "../../contract/programs/keys.ts";
import type { Viewer } from "../../contract/permissions.ts";
import { allFlags, type PlanFlags } from "../../contract/plans.ts";
import { type CompanyValues, companyValuesOf } from "../../contract/settings.ts";
import { withTenant } from "../../../db/tenant.ts";
import { purposeKey, purposeKeyBefore } from "../secrets/seal.ts";
import { loadSupport, SUPPORT_USER } from "./support.ts";

/** The signed-in person as handlers see them. */
export interface Me extends Viewer {
  name: string;
  sessionId: string;
  companyExpired: boolean;
  /** The company asks for a second factor that this person has yet to set up. */
  factorDue: boolean;
  /** Their password was made for them, and they have yet to choose one. */
  passwordDue: boolean;
  dueAt: Date | null;
  timezone: string;
  plan: PlanFlags;
  /** True where this person may not see contacts' numbers. */
  hideNumbers: boolean;
  /** The company's, every one of them: what is not stored has its default. */
  settings: CompanyValues;
  /** An operator who looks into this company: they read and change nothing. */
  support: { by: string; until: Date } | null;
  /** Set where a company's API key asks: then this is no person, and `id` names nobody. */
  key?: { id: number; name: string; scopes: readonly KeyScope[]; expiresAt: Date | null };
}
export interface AccessToken {
  sub: string;
  cid: number;
  sid: string;
  exp: number;
}

const AUDIENCE = "recado-access";
const CACHE_MS = 2_000;
interface Cached {
  at: number;
  me: Me | null;
}
const cache = new Map<string, Promise<Cached>>();

/** An access token for one session, valid for 15 minutes unless it says otherwise. */
export async function signAccess(
  companyId: number,
  userId: number,
  sessionId: string,
  lifeS = ACCESS_TTL_S,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return await sign(
    { sub: String(userId), cid: companyId, sid: sessionId, aud: AUDIENCE, iat: now, exp: now + lifeS },
    purposeKey("access"),
    "HS256",
  );
}

/** Tokens whose signature was found good: checking it again costs more than the statement of a short call. */
const verified = new Map<string, AccessToken>();
const MAX_VERIFIED = 10_000;

/** Reads a bearer header. Refuses with ERR_INVALID_TOKEN (401), or ERR_SESSION_EXPIRED (403) when only its time has passed. */
export async function readBearer(header: string | undefined): Promise<AccessToken> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? "")?.[1];
  if (!token) return refuse("ERR_INVALID_TOKEN");
  const known = verified.get(token);
  if (known && known.exp > Date.now() / 1000) return known;
  verified.delete(token);
  try {
    const payload = await verify(token, purposeKey("access"), {
      alg: "HS256",
      exp: false,
      aud: AUDIENCE,
      nbf: true,
      iat: true,
    });
    const { sub, cid, sid, exp } = payload as Record<string, unknown>;
    if (typeof sub !== "string" || typeof cid !== "number" || typeof sid !== "string" || typeof exp !== "number") {
      return refuse("ERR_INVALID_TOKEN");
    }
    if (exp <= Date.now() / 1000) return refuse("ERR_SESSION_EXPIRED");
    if (verified.size >= MAX_VERIFIED) verified.clear();
    const access = { sub, cid, sid, exp };
    verified.set(token, access);
    return access;
  } catch (error) {
    if (error instanceof Error && error.name === "Refusal") throw error;
    return refuse(await signedBefore(token) ? "ERR_SESSION_EXPIRED" : "ERR_INVALID_TOKEN");
  }
}

/** A token of the secret before opens nothing; its client refreshes it. */
async function signedBefore(token: string): Promise<boolean> {
  const key = purposeKeyBefore("access");
  if (!key) return false;
  return await verify(token, key, { alg: "HS256", exp: false, aud: AUDIENCE }).then(() => true, () => false);
}

/** The person behind a token; refuses ERR_INVALID_TOKEN when the session has ended. */
export async function whoIs(token: AccessToken): Promise<Me> {
  const key = `${token.cid}:${token.sid}`;
  const known = cache.get(key);
  const cached = known ? await known : null;
  if (cached && Date.now() - cached.at < CACHE_MS) {
    return cached.me && String(cached.me.id) === token.sub ? cached.me : refuse("ERR_INVALID_TOKEN");
  }
  const loading = load(token).then((me) => ({ at: Date.now(), me }));
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  if (cache.size > 20_000) cache.clear();
  const { me } = await loading;
  return me && String(me.id) === token.sub ? me : refuse("ERR_INVALID_TOKEN");
}

/** Forgets what is known of a company's sessions, after a change in this process. */
export function forgetSessions(companyId: number): void {
  for (const key of cache.keys()) if (key.startsWith(`${companyId}:`)) cache.delete(key);
}

/** Loads a live session with person, company, plan and the settings that decide what may be seen. Null when it ended. */
async function load(token: AccessToken): Promise<Me | null> {
  if (token.sub === String(SUPPORT_USER)) {
    const found = await loadSupport(token.cid, token.sid);
    const me = found && describe(found.row, token);
    return me && { ...me, companyExpired: false, hideNumbers: masksNumbers(me.settings), support: found.support };
  }
  return await withTenant({ companyId: token.cid }, async (tx) => {
    const [row] = await tx<LoadedRow[]>`
      select u.id, u.name, u.profile, u.super, u.show_dashboard, u.allow_live, u.allow_connections, u.all_user_chat,
        u.all_tickets, u.allow_groups, u.all_history, u.close_pending,
        u.password_given_at is not null as password_due, c.due_at, c.timezone, p.flags, c.id = 1 as forever,
        array(select q.queue_id from app.user_queues q where q.company_id = u.company_id and q.user_id = u.id order by 1) as queue_ids,
        exists (select 1 from app.authenticators a
          where a.company_id = u.company_id and a.user_id = u.id and a.confirmed_at is not null)
          or exists (select 1 from app.passkeys k where k.company_id = u.company_id and k.user_id = u.id) as has_factor,
        (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from app.settings s where s.company_id = u.company_id) as settings
      from app.sessions s
      join app.users u on u.company_id = s.company_id and u.id = s.user_id
      join app.companies c on c.id = s.company_id
      join app.plans p on p.id = c.plan_id
      where s.company_id = ${token.cid} and s.id = ${token.sid} and s.ended_at is null and s.expires_at > now() and c.active`;
    return row ? describe(row, token) : null;
  }, { read: true });
}

/** What a session is described from. */
export interface LoadedRow {
  id: number;
  name: string;
  profile: "admin" | "user";
  super: boolean;
  show_dashboard: boolean;
  allow_live: boolean;
  allow_connections: boolean;
  all_user_chat: boolean;
  all_tickets: boolean;
  allow_groups: boolean;
  all_history: boolean;
  close_pending: boolean;
  due_at: Date | null;
  timezone: string;
  flags: Record<string, boolean>;
  forever: boolean;
  queue_ids: number[];
  has_factor: boolean;
  password_due: boolean;
  settings: Record<string, string>;
}

/** Whether a company hides its contacts' numbers from those who do not run it. */
export function masksNumbers(settings: CompanyValues): boolean {
  return settings.enableLGPD === "enabled" && settings.lgpdHideNumber === "enabled";
}

function describe(row: LoadedRow, token: AccessToken): Me {
  const settings = companyValuesOf(row.settings);
  const masks = masksNumbers(settings);
  return {
    id: row.id,
    companyId: token.cid,
    name: row.name,
    profile: row.profile,
    super: row.super,
    showDashboard: row.show_dashboard,
    allowRealTime: row.allow_live,
    allowConnections: row.allow_connections,
    allUserChat: row.all_user_chat,
    allTicket: row.all_tickets,
    allowGroup: row.allow_groups,
    allHistoric: row.all_history,
    userClosePendingTicket: row.close_pending,
    queueIds: row.queue_ids,
    sessionId: token.sid,
    companyExpired: isExpired(row.due_at, row.forever),
    factorDue: !row.has_factor && asksFactor(settings, row.profile),
    passwordDue: row.password_due,
    dueAt: row.due_at,
    timezone: row.timezone,
    plan: allFlags(row.flags),
    hideNumbers: masks && row.profile === "user",
    settings,
    support: null,
  };
}

/** Refuses somebody who has something to do first: ERR_PASSWORD_DUE to choose a password, ERR_SECOND_FACTOR_DUE to set up a factor. */
export function refuseDue(me: Pick<Me, "passwordDue" | "factorDue">): void {
  if (me.passwordDue) refuse("ERR_PASSWORD_DUE");
  if (me.factorDue) refuse("ERR_SECOND_FACTOR_DUE");
}

/** Whether a company asks its people of this profile for a second factor (docs/product/session.md#second-factor). */
export function asksFactor(settings: Pick<CompanyValues, "secondFactor">, profile: "admin" | "user"): boolean {
  return settings.secondFactor === "everybody" || settings.secondFactor === "admins" && profile === "admin";
}

/** Company 1 never expires; without a due date nothing does. */
export function isExpired(dueAt: Date | null, forever: boolean): boolean {
  return !forever && dueAt !== null && dueAt.getTime() <= Date.now();
}
