// Contacts as other features read them, and what a customer says about themselves.
import { emit, everybody } from "../../core/live/emit.ts";
import { enqueue } from "../../core/jobs.ts";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Contact, contactChanged } from "./contract.ts";
import * as queries from "./queries.ts";
import { findContacts } from "./find.ts";
import { canonicalNumber } from "./number.ts";
import { picture } from "./pictures/tasks.ts";

export { checkNumber } from "./check-number.ts";
export { everyFound } from "./list.ts";

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

/** The contact who has this number, as digits with the country's code; made where nobody has it, named by the number unless `as` says how. */
export async function contactWithNumber(
  tx: Tx,
  digits: string,
  as: { name?: string; email?: string } = {},
): Promise<number> {
  const number = canonicalNumber(digits);
  const [known] = await findContacts(tx, [{ kind: PHONE, value: number }]);
  if (known) return known.contactId;
  const made = await queries.insert(tx, { name: as.name || number, number, email: as.email ?? "", extra: [] });
  const [row] = made ? [{ id: made }] : await tx<{ id: number }[]>`
    select id from app.contacts where company_id = ${tx.companyId} and number = ${number} and not is_group`;
  const id = row!.id;
  // Somebody else has just made them.
  if (!await queries.insertPhone(tx, id, number)) {
    return (await findContacts(tx, [{ kind: PHONE, value: number }]))[0]!.contactId;
  }
  const contact = made && await queries.byId(tx, id);
  if (contact) emit(tx, contactChanged, everybody, { action: "create", contact });
  return id;
}

/** The group with this number; undefined where none is known. */
export async function groupWithNumber(tx: Tx, digits: string): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    select c.id from app.contacts c where c.company_id = ${tx.companyId} and c.is_group and (c.number = ${digits} or exists (
      select 1 from app.contact_identities i where i.company_id = c.company_id and i.contact_id = c.id
        and split_part(i.value, '@', 1) = ${digits})) order by c.id limit 1`;
  return row?.id;
}
