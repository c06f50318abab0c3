// The secrets that a webhook's deliveries are signed with: sealed, opened for a delivery only.
import { randomBytes } from "node:crypto";
import { seal, unseal } from "../../core/secrets/seal.ts";

export interface WebhookSecrets {
  now: string;
  /** The one before, while receivers learn the new one. */
  before?: string;
  /** ISO time until which the one before signs too. */
  until?: string;
}
const bound = (companyId: number, id: number) => `webhook:${companyId}:${id}`;
/** How long both secrets sign, ms. */
const OVERLAP_MS = 24 * 3_600_000;

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
export function openSecrets(companyId: number, id: number, sealed: Uint8Array): WebhookSecrets {
  return JSON.parse(new TextDecoder().decode(unseal(sealed, bound(companyId, id))));
}
export function sealSecrets(companyId: number, id: number, secrets: WebhookSecrets): Uint8Array {
  return seal(new TextEncoder().encode(JSON.stringify(secrets)), bound(companyId, id));
}
/** A new secret beside the one in use. */
export function rotated({ now }: WebhookSecrets, at: Date): WebhookSecrets {
  return { now: newSecret(), before: now, until: new Date(at.getTime() + OVERLAP_MS).toISOString() };
}
/** Those that sign at a time, the newest first. */
export function signing({ now, before, until }: WebhookSecrets, at: Date): string[] {
  return before && until && at < new Date(until) ? [now, before] : [now];
}
