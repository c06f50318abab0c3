import { must, refuse } from "../../contract/errors.ts";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { readNumber } from "../../contract/rules/phone.ts";
import { type Api, route } from "../../core/http/route.ts";
import { emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { checkNumber, everyFound } from "../contacts/actions.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { admins } from "./audience.ts";
import {
  type ContactList,
  contactListChanged,
  contactLists as calls,
  listFilled,
  listItemChanged,
  listItems,
} from "./contract.ts";
import * as queries from "./queries.ts";
import { readColumns, uploadItems } from "./upload.ts";

/** Mounts the calls of contact lists and of the people on them. */
export function contactLists(api: Api, { channels }: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { records: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });
  route(api, calls.all, ({ tx, me, query }) => {
    if (![undefined, me.companyId].includes(query.companyId)) refuse("ERR_NO_PERMISSION");
    return queries.all(tx);
  });
  route(api, calls.show, async ({ tx, params }) => must(await queries.byId(tx, params.id), "ERR_NO_RECORD_FOUND"));
  route(api, calls.create, async ({ tx, body }) => tell(tx, "create", await queries.insert(tx, body.name)));
  route(api, calls.update, async ({ tx, params, body, before }) => {
    before(must(await queries.lock(tx, params.id), "ERR_NO_RECORD_FOUND"));
    return tell(tx, "update", (await queries.rename(tx, params.id, body.name))!);
  });
  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    before(must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND"));
    if (await queries.isInUse(tx, id)) refuse("ERR_IN_USE");
    await queries.remove(tx, id);
    emit(tx, contactListChanged, admins, { action: "delete", id });
    return { ok: true as const };
  });
  route(api, calls.columns, ({ files }) => readColumns(files));
  route(api, calls.upload, ({ me, params, files, body }) => uploadItems(me, params.id, files, body));
  route(api, calls.fromTag, async ({ tx, params: { id }, body }) => {
    must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
    if (!await queries.hasTag(tx, body.tagId)) refuse("ERR_NO_TAG_FOUND");
    return await fill(tx, id, queries.withTag(tx, body.tagId));
  });
  route(api, calls.fromContacts, async ({ tx, me, params: { id }, body }) => {
    must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
    for (const tagId of body.contactTag) if (!await queries.hasTag(tx, tagId)) refuse("ERR_NO_TAG_FOUND");
    return await fill(tx, id, queries.among(tx, await everyFound(tx, me, body)));
  });
  route(api, calls.fromCampaign, async ({ tx, params: { id }, body }) => {
    must(await queries.lock(tx, id), "ERR_NO_RECORD_FOUND");
    if (!await queries.hasCampaign(tx, body.campaignId)) refuse("ERR_NO_RECORD_FOUND");
    return await fill(tx, id, queries.whoOf(tx, body.campaignId, body));
  });
  items(api, channels);
}

/** Adds people by a statement, and tells of it. The list is locked. */
async function fill(tx: Tx, id: number, people: Parameters<typeof queries.addFrom>[2]) {
  const created = await queries.addFrom(tx, id, people);
  const list = tell(tx, "update", await queries.addToCount(tx, id, created));
  emit(tx, listFilled, admins, { contactListId: id });
  return { created, list };
}
function tell(tx: Tx, action: "create" | "update", record: ContactList): ContactList {
  emit(tx, contactListChanged, admins, { action, record });
  return record;
}

function items(api: Api, channels: Parts["channels"]): void {
  route(api, listItems.list, async ({ tx, query }) => {
    const listId = query.contactListId;
    const search = query.searchParam.trim();
    const from = query.after === undefined ? (query.pageNumber - 1) * RECORDS_PAGE : readPlace(query.after);
    const [rows, found] = await Promise.all([
      queries.itemPage(tx, listId, search, RECORDS_PAGE + 1, from),
      search ? queries.itemCount(tx, listId, search, COUNT_EXACT_UP_TO + 1) : 0,
    ]);
    const total = rows[0]?.total ?? must(await queries.byId(tx, listId), "ERR_NO_RECORD_FOUND").contactsCount;
    const count = search ? found : total;
    const last = rows.length > RECORDS_PAGE ? rows[RECORDS_PAGE - 1] : undefined;
    const many = search !== "" && count > COUNT_EXACT_UP_TO;
    return {
      contacts: rows.slice(0, RECORDS_PAGE).map((row) => ({ ...row, companyId: tx.companyId, contactListId: listId })),
      hasMore: last !== undefined,
      ...(last && { next: `${last.id}:${last.key}` }),
      count: many ? COUNT_EXACT_UP_TO : count,
      ...(many && { countIsMinimum: true }),
    };
  });
  route(
    api,
    listItems.show,
    async ({ tx, params }) => must(await queries.itemById(tx, params.id), "ERR_NO_RECORD_FOUND"),
  );
  route(api, listItems.create, async ({ tx, body }) => {
    must(await queries.lock(tx, body.contactListId), "ERR_NO_RECORD_FOUND");
    const record = must(
      await queries.insertItem(tx, body.contactListId, { ...body, number: numberOf(body.number) }),
      "ERR_DUPLICATED_CONTACT",
    );
    tell(tx, "update", await queries.addToCount(tx, body.contactListId, 1));
    emit(tx, listItemChanged, admins, { action: "create", record });
    return record;
  });
  route(api, listItems.update, async ({ tx, params: { id }, body, before }) => {
    const old = must(await queries.itemById(tx, id), "ERR_NO_RECORD_FOUND");
    before(old);
    if (body.contactListId !== undefined && body.contactListId !== old.contactListId) refuse("ERR_NO_RECORD_FOUND");
    const record = must(
      await queries.updateItem(tx, id, { ...body, number: numberOf(body.number) }),
      "ERR_DUPLICATED_CONTACT",
    );
    emit(tx, listItemChanged, admins, { action: "update", record });
    return record;
  });
  route(api, listItems.remove, async ({ tx, params: { id }, before }) => {
    const item = must(await queries.itemById(tx, id), "ERR_NO_RECORD_FOUND");
    before(item);
    const { contactListId } = item;
    must(await queries.lock(tx, contactListId), "ERR_NO_RECORD_FOUND");
    must(await queries.removeItem(tx, id), "ERR_NO_RECORD_FOUND");
    tell(tx, "update", await queries.addToCount(tx, contactListId, -1));
    emit(tx, listItemChanged, admins, { action: "delete", id });
    return { ok: true as const };
  });
  route(api, listItems.check, async ({ me, params: { id } }) => {
    const actor = { companyId: me.companyId, userId: me.id };
    const item = must(await withTenant(actor, (tx) => queries.itemById(tx, id), { read: true }), "ERR_NO_RECORD_FOUND");
    const { existsInWhatsapp } = await checkNumber(me.companyId, item.number, undefined, channels);
    return await withTenant(actor, async (tx) => {
      const record = must(await queries.setValid(tx, id, existsInWhatsapp), "ERR_NO_RECORD_FOUND");
      emit(tx, listItemChanged, admins, { action: "update", record });
      return record;
    });
  });
}

/** Canonical. Refuses ERR_VALIDATION for what can be no number. */
function numberOf(typed: string): string {
  const digits = readNumber(typed, "");
  if (digits === null) return refuse("ERR_VALIDATION", { details: [{ path: "body.number", message: "number" }] });
  return phone(digits).value;
}
/** Refuses ERR_BAD_CURSOR for what is no `next` of ours. */
function readPlace(text: string): queries.Place {
  const match = text.includes("\0") ? null : /^(\d{1,15}):(.*)$/s.exec(text);
  return match ? { id: Number(match[1]), key: match[2]! } : refuse("ERR_BAD_CURSOR");
}
