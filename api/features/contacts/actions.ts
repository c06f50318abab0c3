// Contacts as other features read them, and what a customer says about themselves.
import { emit, everybody } from "../../core/live/emit.ts";
import { enqueue } from "../../core/jobs.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Contact, contactChanged } from "./contract.ts";
import * as queries from "./queries.ts";
import { picture } from "./pictures/tasks.ts";

/** One contact of the transaction's company, as everybody is shown it. */
export function contactById(tx: Tx, id: number): Promise<Contact | undefined> {
  return queries.byId(tx, id);
}

/** A picture's address has come from the provider: it is fetched and kept in a moment. */
export function askPicture(tx: Tx, contactId: number, url: string): Promise<unknown> {
  return enqueue(tx, picture, { contactId, url }, { attempts: 2, queue: "pictures" });
}

/** The customer agrees to the processing of their data, from now on (LGPD; docs/product/automation.md#consent). */
export async function recordConsent(tx: Tx, id: number, at: Date): Promise<void> {
  await tx`update app.contacts set consent_at = ${at}, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
  const contact = await queries.byId(tx, id);
  if (contact) emit(tx, contactChanged, everybody, { action: "update", contact });
}
