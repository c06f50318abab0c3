// Collects events into the transaction that makes them true; withTenant gives them positions right before the commit.
import type { z } from "zod";
import { eventName, type LiveEvent, type NameNumbers } from "../../contract/event.ts";
import { holdsMark } from "../../contract/marks.ts";
import type { Tx } from "../../../db/tenant.ts";

/**
 * Who may get an event, as keys that a stream's viewer holds: `company`, `admin`, `user:7`, `queue:3` …
 * `except`: those who must not (a delete goes to who lost sight, not to who still sees).
 */
export interface Audience {
  to: string[];
  except?: string[];
}
export const everybody: Audience = { to: ["company"] };
/** Those who run the company: what only they may read. */
export const admins: Audience = { to: ["admin"] };
/** Only this person. */
export function only(userId: number): Audience {
  return { to: [`user:${userId}`] };
}

/** What an event is about beside its payload. */
interface About {
  /** Whose conversation, where the payload names neither ticket, message nor contact. */
  contactId?: number;
}

/**
 * Adds an event. Its payload is checked against the contract, so an undeclared field never leaves. `about` has the numbers of its
 * name, where that has more than the company's.
 */
export function emit<E extends LiveEvent>(
  tx: Tx,
  event: E,
  audience: Audience,
  payload: z.input<E["payload"]>,
  ...[about]: [keyof NameNumbers<E>] extends [never] ? [about?: About] : [about: About & NameNumbers<E>]
): void {
  refuseSecrets(event);
  const parsed = event.payload.parse(payload);
  const { ticket, message, contact } = parsed as Carried;
  tx.events.push({
    name: eventName(event, tx.companyId, about as Partial<NameNumbers<E>>),
    audience: reaching(event, audience.to),
    except: audience.except ? reaching(event, audience.except) : null,
    payload: parsed,
    contactId: about?.contactId ?? ticket?.contactId ?? message?.contactId ?? contact?.id,
  });
}

const harmless = new WeakSet<LiveEvent>();
/** Throws for an event that a contract declares with a field that is only given. */
function refuseSecrets(event: LiveEvent): void {
  if (harmless.has(event)) return;
  if (holdsMark(event.payload, "writeOnly")) throw new Error(`${event.name} would tell a write-only field.`);
  harmless.add(event);
}

/** Of an expired company only these keys are held, so that nothing reaches it by mistake. */
export function expiredKey(key: string): string {
  return `expired:${key}`;
}
/** The keys of an audience, with those that an expired company's people hold where the event is for them too. */
export function reaching(event: LiveEvent, keys: string[]): string[] {
  return event.expired ? [...keys, ...keys.map(expiredKey)] : keys;
}

/** The records that events carry under the API's names. */
interface Carried {
  ticket?: { contactId: number };
  message?: { contactId: number };
  contact?: { id: number };
}
