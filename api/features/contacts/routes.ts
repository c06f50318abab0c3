import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { contactsByOwnId } from "../../core/lists/own-ids.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { contactById } from "./actions.ts";
import { checkNumber } from "./check-number.ts";
import { type Contact, contactChanged, contacts as calls } from "./contract.ts";
import { exportContacts } from "./export.ts";
import { importFromPhone } from "./import/from-phone.ts";
import { importMany, importOne } from "./import/import.ts";
import { listContacts } from "./list.ts";
import { mergeContacts } from "./merge/merge.ts";
import { ofContact } from "./merge/rows.ts";
import { withdrawAutomated } from "../messages/actions/withdraw.ts";
import { canonicalNumber } from "./number.ts";
import * as queries from "./queries.ts";
import { removeContact } from "./removal.ts";
import { contactTags } from "./tags/routes.ts";
import { addTags, setTags } from "./tags/tags.ts";
import { undoMerge } from "./merge/undo.ts";
import { uploadContacts } from "./import/upload.ts";
import { setWallet } from "./wallet.ts";

/** Mounts the calls of contacts. */
export function contacts(api: Api, { channels }: Parts): void {
  contactTags(api);
  route(api, calls.list, ({ tx, me, query }) => listContacts(tx, me, query));

  route(api, calls.names, ({ tx, me, query }) => {
    refuseOtherCompany(me, query.companyId);
    return queries.names(tx, me.hideNumbers);
  });

  route(api, calls.export, async ({ me }) => await exportContacts(me.companyId));

  route(api, calls.profile, async ({ tx, me, params }) => {
    // Whose a number is would be told to who may not read it.
    if (me.hideNumbers) refuse("ERR_NO_CONTACT_FOUND");
    const own = await contactsByOwnId(tx, params.number);
    return must(await queries.profileOf(tx, canonicalNumber(params.number), own), "ERR_NO_CONTACT_FOUND");
  });

  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(
    api,
    calls.checkNumber,
    ({ me, params, query }) => checkNumber(me.companyId, canonicalNumber(params.number), query.whatsappId, channels),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    refuseOtherCompany(me, body.companyId);
    const number = canonicalNumber(body.number);
    const fields = {
      name: body.name,
      number,
      email: body.email,
      extra: asExtra(body.extraInfo ?? []),
      disableBot: body.disableBot,
      acceptAudio: body.acceptAudioMessage,
    };
    const id = must(await queries.insert(tx, fields), "ERR_DUPLICATED_CONTACT");
    if (number && !await queries.insertPhone(tx, id, number)) refuse("ERR_DUPLICATED_CONTACT");
    if (body.tags) await setTags(tx, id, body.tags);
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
    await queries.update(tx, id, {
      name: body.name,
      number,
      email: body.email,
      extra,
      disableBot: body.disableBot,
      acceptAudio: body.acceptAudioMessage,
    });
    if (body.wallet !== undefined) await setWallet(tx, me, id, body.wallet);
    if (body.tags) await setTags(tx, id, body.tags);
    const contact = await find(tx, id);
    emit(tx, contactChanged, everybody, { action: "update", contact });
    return contact;
  });

  route(
    api,
    calls.block,
    async ({ tx, params, body }) => {
      const contact = await changed(tx, params.id, queries.setActive(tx, params.id, body.active));
      if (!body.active) await withdrawAutomated(tx, params.id);
      return contact;
    },
  );

  route(api, calls.toggleAcceptAudio, ({ tx, params }) => changed(tx, params.id, queries.toggleAudio(tx, params.id)));

  route(api, calls.toggleDisableBot, ({ tx, params }) => changed(tx, params.id, queries.toggleBot(tx, params.id)));

  route(api, calls.tagMany, async ({ tx, body }) => {
    await addTags(tx, body.contacts, body.tags);
    return { ok: true as const };
  });

  route(api, calls.importOne, ({ me, body }) => importOne(me, body, channels));

  route(api, calls.importMany, ({ tx, body }) => importMany(tx, body.rows, body.update));

  route(api, calls.importBook, ({ me, body }) => importFromPhone(me, "book", body.whatsappId, channels));

  route(api, calls.importChats, ({ me, body }) => importFromPhone(me, "chats", body.whatsappId, channels));

  route(api, calls.upload, ({ me, files, body }) => uploadContacts(me, files, body));

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    before(await find(tx, id));
    await removeContact(tx, id);
    return { ok: true as const };
  });

  route(api, calls.removeMany, async ({ tx, body, before }) => {
    const ids = [...new Set(body.contacts)].sort((a, b) => a - b);
    const found = await queries.byIds(tx, ids);
    if (found.length < ids.length) refuse("ERR_NO_CONTACT_FOUND");
    before(found);
    for (const id of ids) await removeContact(tx, id);
    return { ok: true as const };
  });

  route(api, calls.merge, async ({ tx, params: { id }, body: { contactId }, before }) => {
    const pair = [await find(tx, id), await find(tx, contactId)] as const;
    const [kept, other] = pair;
    if (kept.id === other.id || kept.isGroup || other.isGroup) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.contactId", message: "contact" }] });
    }
    before(other);
    must(await mergeContacts(tx, [id, contactId], "hand", id), "ERR_NO_CONTACT_FOUND");
    return await find(tx, id);
  });

  route(api, calls.merges, async ({ tx, params: { id } }) => {
    await find(tx, id);
    return await ofContact(tx, id);
  });

  route(api, calls.undoMerge, ({ tx, params: { id } }) => undoMerge(tx, id));
}

async function changed(tx: Tx, id: number, change: PromiseLike<unknown>): Promise<Contact> {
  await change;
  const contact = await find(tx, id);
  emit(tx, contactChanged, everybody, { action: "update", contact });
  return contact;
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
/** Clients send their company along; nobody works in another's. */
function refuseOtherCompany(me: Me, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== me.companyId) refuse("ERR_NO_PERMISSION");
}
