import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/auth.ts";
import { emit, everybody } from "../../core/emit.ts";
import { removeFiles } from "../../core/media.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { ticketChanged } from "../tickets/contract.ts";
import { contactById } from "./actions.ts";
import { type Contact, contactChanged, contacts as calls } from "./contract.ts";
import { listContacts } from "./list.ts";
import { canonicalNumber } from "./number.ts";
import * as queries from "./queries.ts";
import * as removal from "./removal.ts";

/** Mounts the calls of contacts (spec 1 §7 "Contacts"). */
export function contacts(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx, query }) => listContacts(tx, query));

  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(api, calls.create, async ({ tx, me, body }) => {
    refuseOtherCompany(me, body.companyId);
    const number = canonicalNumber(body.number);
    const fields = { name: body.name, number, email: body.email, extra: asExtra(body.extraInfo ?? []) };
    const id = must(await queries.insert(tx, fields), "ERR_DUPLICATED_CONTACT");
    if (number && !await queries.insertPhone(tx, id, number)) refuse("ERR_DUPLICATED_CONTACT");
    const contact = await find(tx, id);
    emit(tx, contactChanged, everybody, { action: "create", contact });
    return contact;
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    refuseOtherCompany(me, body.companyId);
    const old = await find(tx, id);
    // A group's number is its address at the provider, not a person's phone.
    const number = body.number === undefined || old.isGroup ? undefined : canonicalNumber(body.number);
    if (number !== undefined && number !== old.number) await movePhone(tx, old, number);
    const extra = body.extraInfo && asExtra(body.extraInfo);
    await queries.update(tx, id, { name: body.name, number, email: body.email, extra });
    const contact = await find(tx, id);
    emit(tx, contactChanged, everybody, { action: "update", contact });
    return contact;
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    before(await find(tx, id));
    const tickets = await removal.lockTickets(tx, id);
    await removal.uncount(tx, id);
    await removal.keepProviderIds(tx, id);
    const media = await removal.mediaOf(tx, id);
    await removal.remove(tx, id);
    const files = await removal.removeUnused(tx, media);
    for (const ticketId of tickets) emit(tx, ticketChanged, everybody, { action: "delete", ticketId });
    emit(tx, contactChanged, everybody, { action: "delete", contactId: id });
    tx.afterCommit.push(() => void removeFiles(tx.companyId, files));
    return { ok: true as const };
  });
}

async function find(tx: Tx, id: number): Promise<Contact> {
  return must(await contactById(tx, id), "ERR_NO_CONTACT_FOUND");
}

/** A corrected number takes its identity along, so that the next message from it finds this contact. */
async function movePhone(tx: Tx, contact: Contact, number: string): Promise<void> {
  if (await queries.numberTaken(tx, number, contact.id)) refuse("ERR_DUPLICATED_CONTACT");
  if (number && !await queries.insertPhone(tx, contact.id, number)) refuse("ERR_DUPLICATED_CONTACT");
  if (contact.number) await queries.removePhone(tx, contact.id, contact.number);
}
function asExtra(info: readonly queries.Extra[]): queries.Extra[] {
  return info.map(({ name, value }) => ({ name, value }));
}
/** Clients send their company along (spec 1 §7); nobody works in another's. */
function refuseOtherCompany(me: Me, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== me.companyId) refuse("ERR_NO_PERMISSION");
}
