import { must, refuse } from "../../../contract/errors.ts";
import { type Api, route } from "../../../core/http/route.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { tagsById, tellTags } from "../../tags/actions.ts";
import { tags as calls } from "../../tags/contract.ts";
import { announceTicketsOf } from "../../tickets/actions/announce.ts";
import { type Contact, contactChanged } from "../contract.ts";
import { byId } from "../queries.ts";
import { leaveContact, lockContact, mustHaveTags, setOfContact } from "./rows.ts";

/** Mounts the calls of one contact's tags. */
export function contactTags(api: Api): void {
  route(api, calls.sync, async ({ tx, body }) => {
    await hold(tx, body.contactId);
    const ids = [...new Set(body.tags)];
    await mustHaveTags(tx, ids);
    const moved = await setOfContact(tx, body.contactId, ids);
    return await tellContact(tx, body.contactId, moved);
  });

  route(api, calls.ofContact, async ({ tx, params }) => (await contactOf(tx, params.contactId)).tags);

  route(api, calls.leaveContact, async ({ tx, params: { contactId, tagId } }) => {
    await hold(tx, contactId);
    if (!(await tagsById(tx, [tagId])).length) refuse("ERR_NO_TAG_FOUND");
    if (await leaveContact(tx, contactId, tagId)) await tellContact(tx, contactId, [tagId]);
    return { ok: true as const };
  });
}

async function contactOf(tx: Tx, id: number): Promise<Contact> {
  return must(await byId(tx, id), "ERR_NO_CONTACT_FOUND");
}
async function hold(tx: Tx, id: number): Promise<void> {
  if (!await lockContact(tx, id)) refuse("ERR_NO_CONTACT_FOUND");
}

/** Tells of a contact whose tags changed, of its tickets, which show them too, and of the tags. */
async function tellContact(tx: Tx, id: number, moved: readonly number[]): Promise<Contact> {
  const contact = await contactOf(tx, id);
  if (!moved.length) return contact;
  emit(tx, contactChanged, everybody, { action: "update", contact });
  await announceTicketsOf(tx, id);
  await tellTags(tx, moved);
  return contact;
}
