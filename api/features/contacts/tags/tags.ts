// A contact's tags: set with its form, added to many at once, and by their names from a file.
import { refuse } from "../../../contract/errors.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { tellTags } from "../../tags/actions.ts";
import { TAG_NAME_MAX, TAG_NAME_MIN } from "../../tags/contract.ts";
import { announceTicketsOf } from "../../tickets/actions/announce.ts";
import { contactChanged } from "../contract.ts";
import { insertPairs, mustHaveTags } from "./rows.ts";
import { byIds } from "../queries.ts";

/** From now on the contact has exactly these; its tickets and the tags are told of, the contact is the caller's. Refuses ERR_NO_TAG_FOUND. */
export async function setTags(tx: Tx, contactId: number, tags: readonly number[]): Promise<void> {
  await mustHaveTags(tx, tags);
  const gone = await tx<{ id: number }[]>`
    delete from app.contact_tags where company_id = ${tx.companyId} and contact_id = ${contactId} and tag_id <> all (${tags as number[]}::bigint[]) returning tag_id as id`;
  await insertPairs(tx, tags.map((tag) => ({ contact: contactId, tag })));
  await tellTags(tx, [...tags, ...gone.map(({ id }) => id)]);
  await announceTicketsOf(tx, contactId);
}

/** Adds tags to contacts and tells of each. Refuses ERR_NO_TAG_FOUND, ERR_NO_CONTACT_FOUND. */
export async function addTags(tx: Tx, contactIds: readonly number[], tags: readonly number[]): Promise<void> {
  await mustHaveTags(tx, tags);
  const wanted = [...new Set(contactIds)];
  const known = await tx`
    select id from app.contacts where company_id = ${tx.companyId} and id = any (${wanted}::bigint[]) order by id for no key update`;
  if (known.length < wanted.length) refuse("ERR_NO_CONTACT_FOUND");
  await insertPairs(tx, wanted.flatMap((contact) => tags.map((tag) => ({ contact, tag }))));
  for (const contact of await byIds(tx, wanted)) emit(tx, contactChanged, everybody, { action: "update", contact });
  for (const id of wanted) await announceTicketsOf(tx, id);
  await tellTags(tx, tags);
}

/** Names as a file has them: `VIP, Atacado; Novo`. Shorter ones than a tag may have are left out. */
export function tagNames(text: string): string[] {
  const names = text.split(/[,;|]/).map((name) => name.trim().slice(0, TAG_NAME_MAX)).filter((name) =>
    name.length >= TAG_NAME_MIN
  );
  // The first spelling counts.
  return names.filter((name, place) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === place)
    .slice(0, 20);
}
