// Undoing a merge: the contact that went is there again, with what of its things is still there.
import { must, refuse } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import { tellMoved } from "../../messages/actions/tell.ts";
import { partTickets } from "../../tickets/actions/join.ts";
import { announce } from "../../tickets/actions/announce.ts";
import { byIds } from "../../tickets/queries.ts";
import { type Contact, contactChanged } from "../contract.ts";
import * as rows from "./rows.ts";
import { byId } from "../queries.ts";

/**
 * Moves back what a merge moved; answers the contact that is there again. The two are not merged automatically any more.
 * Refuses ERR_NO_CONTACT_FOUND, ERR_ALREADY_IN_STATE.
 */
export async function undoMerge(tx: Tx, id: number): Promise<Contact> {
  const seen = must(await rows.read(tx, id), "ERR_NO_CONTACT_FOUND");
  if (seen.undoneAt) refuse("ERR_ALREADY_IN_STATE");
  const { keptId, goneId, gone, moved } = seen;
  await rows.lockTicketsOf(tx, [keptId]);
  const [kept] = await rows.lockContacts(tx, [keptId]);
  must(kept, "ERR_NO_CONTACT_FOUND");
  // What the kept one took over goes first: a number is one contact's. What somebody changed since stays.
  const now = kept as unknown as Record<string, unknown>;
  const back = Object.entries(moved.taken).filter(([field, { after }]) =>
    JSON.stringify(now[field] ?? null) === JSON.stringify(after)
  );
  await rows.takeOverFields(tx, keptId, Object.fromEntries(back.map(([field, { before }]) => [field, before])));
  await rows.restore(tx, gone);
  const tickets = await rows.moveBack(tx, seen);
  for (const joined of moved.joined.toReversed()) {
    await partTickets(tx, { ...joined, into: await rows.whereabouts(tx, joined.into) });
  }
  await rows.markUndone(tx, id);

  for (const contactId of [keptId, goneId]) {
    const contact = await byId(tx, contactId);
    if (contact) emit(tx, contactChanged, everybody, { action: contactId === goneId ? "create" : "update", contact });
  }
  const parted = moved.joined.map(({ row }) => Number(row.id));
  for (const ticket of await byIds(tx, tickets)) announce(tx, ticket, ticket);
  for (const contactId of [keptId, goneId]) await tellMoved(tx, contactId, [...tickets, ...parted], []);
  return must(await byId(tx, goneId), "ERR_NO_CONTACT_FOUND");
}
