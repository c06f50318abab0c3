// The third identity: a company's API key. It is named, may do what its scopes say, and is no person: it owns no ticket, has no queues
// and is masked nothing. Looked up at most every two seconds, like a session, so that an ended key opens nothing five seconds later.
import { createHash } from "node:crypto";
import { refuse } from "../../contract/errors.ts";
import type { KeyScope } from "../../contract/programs/keys.ts";
import { allFlags } from "../../contract/plans.ts";
import { companyValuesOf } from "../../contract/settings.ts";
import { platform } from "../../../db/tenant.ts";
import { isExpired, type Me } from "./auth.ts";

/** What a call by a key knows of it, beside what it may see. */
export interface CallingKey {
  id: number;
  name: string;
  scopes: readonly KeyScope[];
  expiresAt: Date | null;
}
/** A caller that is a key. */
export type KeyCaller = Me & { key: CallingKey };

/** Nobody's id: columns that name a person stay empty where a key acts. */
export const NOBODY = 0;
const TOKEN = /^Bearer (rk_[\w-]{43})$/;
const CACHE_MS = 2_000;
const cache = new Map<string, { at: number; found: Promise<KeyCaller | null> }>();
const MAX_CACHED = 10_000;

/** Whether a bearer header carries a key's token; a person's has dots, a connection's letters and digits only. */
export const isKey = (header: string | undefined): boolean => TOKEN.test(header ?? "");
/** What is stored of a token. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The key of a bearer header. Refuses ERR_INVALID_TOKEN where there is none, where it ended, and
 * where its company is switched off. `fresh`: as the database has it now.
 */
export async function keyOf(header: string | undefined, fresh = false): Promise<KeyCaller> {
  const token = TOKEN.exec(header ?? "")?.[1];
  if (!token) return refuse("ERR_INVALID_TOKEN");
  const hash = hashOf(token).toString("hex");
  let known = cache.get(hash);
  if (!known || fresh || Date.now() - known.at >= CACHE_MS) {
    if (cache.size >= MAX_CACHED) cache.clear();
    known = { at: Date.now(), found: load(hash) };
    cache.set(hash, known);
    known.found.catch(() => cache.delete(hash));
  }
  const found = await known.found;
  if (!found || found.key.expiresAt && found.key.expiresAt.getTime() <= Date.now()) return refuse("ERR_INVALID_TOKEN");
  return found;
}
/** Forgets what is known of keys, after one was changed in this process. */
export function forgetKeys(): void {
  cache.clear();
}

interface Row {
  id: number;
  companyId: number;
  name: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  dueAt: Date | null;
  timezone: string;
  flags: Record<string, boolean>;
  forever: boolean;
  settings: Record<string, string>;
}
async function load(hash: string): Promise<KeyCaller | null> {
  const [row] = await platform()<Row[]>`
    with used as (
      update app.api_keys set used_at = now()
      where token = decode(${hash}, 'hex') and ended_at is null and (used_at is null or used_at < now() - interval '30 seconds'))
    select k.id, k.company_id as "companyId", k.name, k.scopes, k.expires_at as "expiresAt", c.due_at as "dueAt", c.timezone,
      p.flags, c.id = 1 as forever,
      (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from app.settings s where s.company_id = k.company_id) as settings
    from app.api_keys k
    join app.companies c on c.id = k.company_id
    join app.plans p on p.id = c.plan_id
    where k.token = decode(${hash}, 'hex') and k.ended_at is null and c.active`;
  return row ? describe(row) : null;
}

function describe(row: Row): KeyCaller {
  return {
    id: NOBODY,
    companyId: row.companyId,
    name: row.name,
    profile: "admin",
    super: false,
    showDashboard: false,
    allowRealTime: false,
    allowConnections: false,
    allUserChat: true,
    allTicket: true,
    allowGroup: true,
    allHistoric: true,
    userClosePendingTicket: true,
    queueIds: [],
    sessionId: `key:${row.id}`,
    companyExpired: isExpired(row.dueAt, row.forever),
    factorDue: false,
    passwordDue: false,
    dueAt: row.dueAt,
    timezone: row.timezone,
    plan: allFlags(row.flags),
    hideNumbers: false,
    settings: companyValuesOf(row.settings),
    support: null,
    key: { id: row.id, name: row.name, scopes: row.scopes, expiresAt: row.expiresAt },
  };
}
