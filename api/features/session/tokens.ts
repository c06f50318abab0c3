// Refresh tokens and device cookies: derived by keyed digests, so that nothing secret is stored (docs/product/session.md#tokens).
import { timingSafeEqual } from "node:crypto";
import { digest, digestsSince } from "../../core/secrets/seal.ts";

/** What a refresh token says; believed only after `fits`. */
export interface RefreshToken {
  companyId: number;
  sessionId: string;
  generation: number;
  proof: string;
}
export interface Derivation {
  companyId: number;
  sessionId: string;
  generation: number;
  salt: string;
}

const TOKEN = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([0-9a-f]{64})$/;

/** The token of one generation of a session: always the same, so a lost answer can be given again. */
export function refreshToken(of: Derivation): string {
  return `${of.companyId}.${of.sessionId}.${of.generation}.${proofOf(of)}`;
}
/** Reads a token; null when it is none. */
export function readRefreshToken(text: string | undefined): RefreshToken | null {
  const match = TOKEN.exec(text ?? "");
  if (!match) return null;
  return { companyId: Number(match[1]), sessionId: match[2]!, generation: Number(match[3]), proof: match[4]! };
}
/** Whether a token was made by us for this session, with today's secret or the one before: another SECRET_KEY signs nobody out. */
export function fits(token: RefreshToken, salt: string): boolean {
  return digestsSince("refresh", toDigest({ ...token, salt })).some((proof) => same(token.proof, proof));
}
function proofOf(of: Derivation): string {
  return digest("refresh", toDigest(of));
}
function toDigest(of: Derivation): string {
  return `${of.companyId}:${of.sessionId}:${of.generation}:${of.salt}`;
}

/** Accounts one browser is remembered for; the oldest is forgotten first. */
const MAX_ACCOUNTS = 5;
const DEVICE = /^([0-9a-f]{32})((?:\.[0-9a-f]{32}){1,5})$/;

/** The device's id if its cookie names this account (proof S14: the real user on a known device still gets in). */
export function knownDevice(cookie: string | undefined, email: string): string | null {
  const match = DEVICE.exec(cookie ?? "");
  if (!match) return null;
  const wanted = deviceMark(match[1]!, email);
  return match[2]!.slice(1).split(".").some((mark) => same(mark, wanted)) ? match[1]! : null;
}
/** The device's cookie with this account added. */
export function rememberDevice(cookie: string | undefined, email: string): string {
  const match = DEVICE.exec(cookie ?? "");
  const id = match?.[1] ?? crypto.randomUUID().replaceAll("-", "");
  const mark = deviceMark(id, email);
  const others = (match?.[2] ?? "").split(".").filter((other) => other && other !== mark);
  return [id, ...[...others, mark].slice(-MAX_ACCOUNTS)].join(".");
}
function deviceMark(id: string, email: string): string {
  return digest("device", `${id}:${email}`).slice(0, 32);
}

function same(a: string, b: string): boolean {
  const encoder = new TextEncoder();
  return a.length === b.length && timingSafeEqual(encoder.encode(a), encoder.encode(b));
}
