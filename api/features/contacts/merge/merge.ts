// Two contacts that are one person become one: automatically when an event names identities of both, or because somebody says so.
// The merge writes down what it moved, so that `undo.ts` can move it back.
import type { Tx } from "../../../../db/tenant.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import { tellMoved } from "../../messages/actions/tell.ts";
import { joinTickets } from "../../tickets/actions/join.ts";
import { announce } from "../../tickets/actions/announce.ts";
import { byIds, lock as lockTicket, type TicketRow } from "../../tickets/queries.ts";
import { contactChanged } from "../contract.ts";
import type { JoinedTicket } from "../../tickets/actions/joined-rows.ts";
import { type ContactRow, lockContacts, lockTicketsOf, type Moved, placeholders, type Why } from "./rows.ts";
import * as rows from "./rows.ts";
import { byId } from "../queries.ts";

/**
 * Makes one contact of two; answers which is left. Null where they must stay two: groups, and people whom somebody has parted
 * before (unless somebody joins them by hand). `keep` names the one that stays; else `choose` does.
 */
export async function mergeContacts(
  tx: Tx,
  ids: readonly [number, number],
  why: Why,
  keep?: number,
): Promise<number | null> {
  const pair = [...ids].sort((a, b) => a - b);
  if (pair[0] === pair[1]) return pair[0]!;
  for (const id of pair) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:contact:${id}`}, 8))`;
  }
  // Tickets before contacts, as whoever writes a message has them: a ticket opened meanwhile is found by the second look.
  await lockTicketsOf(tx, pair);
  const found = await lockContacts(tx, pair);
  if (found.length < 2) return found[0]?.id ?? null;
  if (found.some((contact) => contact.isGroup)) return null;
  if (why === "identity" && await rows.parted(tx, pair)) return null;
  const kept = found.find((contact) => contact.id === keep) ?? choose(found);
  const gone = found.find((contact) => contact !== kept)!;
  const moved = await move(tx, kept, gone);
  await rows.write(tx, { keptId: kept.id, gone, why, moved });
  await tellMerged(tx, kept.id, gone.id, moved);
  return kept.id;
}

/** Who stays: whom a person named, then the older one, then who has a number. */
export function choose(contacts: readonly ContactRow[]): ContactRow {
  return [...contacts].sort((a, b) =>
    Number(b.namedByHand) - Number(a.namedByHand) || a.createdAt.getTime() - b.createdAt.getTime() ||
    Number(b.number !== "") - Number(a.number !== "") || a.id - b.id
  )[0]!;
}

async function move(tx: Tx, kept: ContactRow, gone: ContactRow): Promise<Moved> {
  const joined: JoinedTicket[] = [];
  const tickets = await lockTicketsOf(tx, [gone.id]);
  await rows.forgetEqualIds(tx, gone.id, kept.id);
  for (const [older, younger] of await sameLine(tx, kept.id, gone.id)) {
    joined.push(await joinTickets(tx, older, younger, kept.id));
  }
  const left = new Set(joined.map(({ row }) => Number(row.id)));
  const keptNames = await placeholders(tx, kept.id);
  const goneNames = await placeholders(tx, gone.id);
  const identities = await rows.moveIdentities(tx, gone.id, kept.id);
  const { tags, newTags } = await rows.moveTags(tx, gone.id, kept.id);
  await rows.moveWallet(tx, gone.id, kept.id);
  await rows.moveSchedules(tx, gone.id, kept.id);
  await rows.moveConversations(tx, gone.id, kept.id);
  const merges = await rows.moveMerges(tx, gone.id, kept.id);
  await tx`delete from app.contacts where company_id = ${tx.companyId} and id = ${gone.id}`;
  const taken = takenOver(kept, gone, { keptNames, goneNames });
  await rows.takeOverFields(
    tx,
    kept.id,
    Object.fromEntries(Object.entries(taken).map(([field, { after }]) => [field, after])),
  );
  return { identities, tags, newTags, tickets: tickets.filter((id) => !left.has(id)), joined, merges, taken };
}

/** Live tickets of both over one connection, the older first. */
async function sameLine(tx: Tx, keptId: number, goneId: number): Promise<[TicketRow, TicketRow][]> {
  const pairs = await tx<{ ids: number[] }[]>`
    select array_agg(id order by created_at, id) as ids from app.tickets
    where company_id = ${tx.companyId} and contact_id in (${keptId}, ${goneId}) and status <> 'closed'
    group by connection_id having count(*) = 2 order by min(id)`;
  const locked: [TicketRow, TicketRow][] = [];
  for (const { ids } of pairs) {
    const [older, younger] = [await lockTicket(tx, ids[0]!), await lockTicket(tx, ids[1]!)];
    if (older && younger) locked.push([older, younger]);
  }
  return locked;
}

/** What the kept one lacks; a name that a person gave, or that is more than a makeshift, wins. */
function takenOver(
  kept: ContactRow,
  gone: ContactRow,
  { keptNames, goneNames }: { keptNames: string[]; goneNames: string[] },
): Moved["taken"] {
  const after: Partial<ContactRow> = {};
  const makeshift = !kept.namedByHand && [kept.number, ...keptNames].includes(kept.name);
  if (!kept.number) after.number = gone.number;
  if (gone.namedByHand && !kept.namedByHand) Object.assign(after, { name: gone.name, namedByHand: true });
  else if (makeshift && ![gone.number, ...goneNames].includes(gone.name)) after.name = gone.name;
  else if (makeshift && !kept.number && gone.number) after.name = gone.number;
  if (!kept.email) after.email = gone.email;
  if (!kept.pictureUrl) Object.assign(after, { pictureUrl: gone.pictureUrl, pictureMediaId: gone.pictureMediaId });
  if (!kept.channel) Object.assign(after, { channel: gone.channel, connectionId: gone.connectionId });
  if (!kept.consentAt) after.consentAt = gone.consentAt;
  const known = new Set(kept.extra.map(({ name, value }) => `${name}\n${value}`));
  after.extra = [...kept.extra, ...gone.extra.filter(({ name, value }) => !known.has(`${name}\n${value}`))];
  // A wish not to be answered by a machine, or not to get voice notes, is the person's.
  Object.assign(after, {
    disableBot: kept.disableBot || gone.disableBot,
    acceptAudio: kept.acceptAudio && gone.acceptAudio,
    active: kept.active || gone.active,
  });
  const before = kept as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value))
      .map(([field, value]) => [field, { before: before[field] ?? null, after: value ?? null }]),
  );
}

/** The gone contact leaves the lists; its tickets are told as the other's, and the newest of what was said where it now stands. */
async function tellMerged(tx: Tx, keptId: number, goneId: number, moved: Moved): Promise<void> {
  emit(tx, contactChanged, everybody, { action: "delete", contactId: goneId }, { contactId: goneId });
  const contact = await byId(tx, keptId);
  if (contact) emit(tx, contactChanged, everybody, { action: "update", contact });
  const live = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${keptId} and status <> 'closed' order by id`;
  const touched = new Set([...moved.tickets, ...live.map((ticket) => ticket.id)]);
  for (const ticket of await byIds(tx, [...touched])) announce(tx, ticket, ticket);
  await tellMoved(tx, keptId, moved.tickets, moved.joined.flatMap(({ messages }) => messages));
}
