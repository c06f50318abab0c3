// Collects events into the transaction that makes them true; withTenant gives them positions right before the commit.
import type { z } from "zod";
import { eventName, type LiveEvent } from "../../contract/event.ts";
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
/** Only this person. */
export function only(userId: number): Audience {
  return { to: [`user:${userId}`] };
}

/**
 * Adds an event. Its payload is checked against the contract, so an undeclared field never leaves. `contactId` where the payload
 * names neither ticket, message nor contact: whose conversation it is about.
 */
export function emit<E extends LiveEvent>(
  tx: Tx,
  event: E,
  audience: Audience,
  payload: z.input<E["payload"]>,
  contactId?: number,
): void {
  const parsed = event.payload.parse(payload);
  const { ticket, message, contact } = parsed as Carried;
  tx.events.push({
    name: eventName(event, tx.companyId),
    audience: audience.to,
    except: audience.except ?? null,
    payload: parsed,
    contactId: contactId ?? ticket?.contactId ?? message?.contactId ?? contact?.id,
  });
}

/** The records that events carry under the API's names. */
interface Carried {
  ticket?: { contactId: number };
  message?: { contactId: number };
  contact?: { id: number };
}
