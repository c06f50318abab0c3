// First step of the inbound pipeline: whose message is it? A person has one contact, whatever identities they write with: an
// event that names identities of two contacts makes them one.
import type { Identity, IdentityEvent, Peer } from "../../../channels/sdk/mod.ts";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound, InboundLine } from "../../inbound.ts";
import { identityRule, namesGroup, numberOf } from "../../core/manifests.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { askChannel } from "../connections/actions/requests.ts";
import { askPicture } from "./actions.ts";
import { contactChanged } from "./contract.ts";
import { findContacts, type KnownContact } from "./find.ts";
import { makeshiftName } from "./merge/makeshift.ts";
import { mergeContacts } from "./merge/merge.ts";
import { byId } from "./queries.ts";

/** Finds the contact by any identity, or makes it; keeps new identities, name and picture. */
export async function identify(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event: { peer }, line } = inbound;
  const found = await personOf(tx, peer, await inbound.known);
  const known = found.known;
  inbound.contactId = known?.contactId ?? await create(tx, peer, line);
  inbound.contactCreated = known === null;
  inbound.contactBlocked = known?.active === false;
  const kept = await keepIdentities(tx, inbound.contactId, peer, known, line.id);
  inbound.contactId = kept.contactId;
  if (known) await noteHeard(tx, peer.identities[0], known, line.id);
  let changed = known === null || kept.changed;
  if (known && brings(peer, known)) changed = await refresh(tx, inbound.contactId, peer, known) || changed;
  // Pictures may come only when asked for; a backlog or the past asks for none.
  const more = !inbound.late && peer.identities.some(({ kind }) => identityRule(kind)?.lookup);
  const again = known?.pictureOld && !inbound.late;
  if (again) await notePictureAsked(tx, inbound.contactId);
  if (again || !known && (!peer.name || more)) {
    await askChannel(tx, line.id, "lookup", { contactId: inbound.contactId });
  }
  const contact = changed ? await byId(tx, inbound.contactId) : undefined;
  if (contact) emit(tx, contactChanged, everybody, { action: known ? "update" : "create", contact });
  return "next";
}

/** Two identities are one person, or a person's number has changed; of somebody unknown it is forgotten. */
export async function pair(tx: Tx, line: InboundLine, { from, to }: IdentityEvent): Promise<string> {
  const { known } = await personOf(tx, { identities: [from, to] }, await findContacts(tx, [from, to]));
  if (!known) return "identity";
  const { contactId, changed } = await keepIdentities(tx, known.contactId, { identities: [from, to] }, known, line.id);
  const renumbered = numberOf([from]) && numberOf([to]) && await renumber(tx, contactId, to.value);
  const contact = changed || renumbered ? await byId(tx, contactId) : undefined;
  if (contact) emit(tx, contactChanged, everybody, { action: "update", contact });
  return "identity";
}

/** The one contact of a peer; several become one, unless somebody parted them: then that of the best identity. */
async function personOf(tx: Tx, peer: Peer, found: readonly KnownContact[]): Promise<{ known: KnownContact | null }> {
  const known = found.length ? found : await findLocked(tx, peer.identities);
  const [first, ...others] = known;
  if (!first || !others.length) return { known: first ?? null };
  let id = first.contactId;
  for (const other of others) id = await mergeContacts(tx, [id, other.contactId], "identity") ?? id;
  const now = await findContacts(tx, peer.identities);
  return { known: now.find((contact) => contact.contactId === id) ?? now[0] ?? null };
}

/** Two first messages of one person at once: the second waits here and then finds the first's contact. */
async function findLocked(tx: Tx, identities: Identity[]): Promise<KnownContact[]> {
  for (const key of identities.map((i) => `${tx.companyId}:${i.kind}:${i.value}`).sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`;
  }
  return await findContacts(tx, identities);
}

async function create(tx: Tx, peer: Peer, line: Inbound["line"]): Promise<number> {
  const phone = numberOf(peer.identities);
  const name = peer.name?.trim() || (peer.username ? `@${peer.username}` : makeshiftName(phone ?? peer.identities[0]!));
  const isGroup = namesGroup(peer.identities);
  const [row] = await tx<{ id: number }[]>`
    insert into app.contacts (company_id, name, number, channel, connection_id, is_group, picture_url)
    values (${tx.companyId}, ${name.slice(0, 250)}, ${
    isGroup ? "" : phone?.value ?? ""
  }, ${line.channel}, ${line.id}, ${isGroup}, ${peer.pictureUrl ?? null})
    on conflict (company_id, number) where number <> '' and not is_group do update set updated_at = now() returning id`;
  if (peer.pictureUrl) await askPicture(tx, row!.id, peer.pictureUrl);
  return row!.id;
}
async function notePictureAsked(tx: Tx, contactId: number): Promise<void> {
  await tx`update app.contacts set profile_asked_at = now() where company_id = ${tx.companyId} and id = ${contactId}`;
}

/** Keeps what is new of a peer's identities. One that is somebody else's by now joins the two. */
async function keepIdentities(
  tx: Tx,
  contactId: number,
  peer: Peer,
  known: KnownContact | null,
  connectionId: number,
): Promise<{ contactId: number; changed: boolean }> {
  const held = new Set(known?.held ?? []);
  let id = contactId;
  let changed = false;
  for (const identity of peer.identities) {
    const { kind, value, address } = identity;
    const key = `${kind}:${value}`;
    if (
      held.has(address ? `${key}@${address}` : key) || (!address && known?.held.some((h) => h.startsWith(`${key}@`)))
    ) {
      continue;
    }
    const owner = await keepIdentity(tx, id, identity, peer.username, connectionId);
    if (owner !== id) id = await mergeContacts(tx, [id, owner], "identity") ?? id;
    if (kind === PHONE) await fillNumber(tx, id, value);
    changed = true;
  }
  return { contactId: id, changed };
}
/** Whose the identity is; this contact's, unless somebody was first. */
async function keepIdentity(
  tx: Tx,
  contactId: number,
  { kind, value, address }: Identity,
  username: string | undefined,
  connectionId: number,
): Promise<number> {
  const [row] = await tx<{ owner: number }[]>`
    insert into app.contact_identities as i (company_id, kind, value, contact_id, address, username, connection_id)
    values (${tx.companyId}, ${kind}, ${value}, ${contactId}, ${address ?? null}, ${username ?? null}, ${connectionId})
    on conflict (company_id, kind, value) do update set address = coalesce(excluded.address, i.address), username = coalesce(excluded.username, i.username)
    returning contact_id as owner`;
  return row!.owner;
}

/** Says which of several ids of one kind somebody writes with here: answers go to it. Of most people there is one, which costs nothing. */
async function noteHeard(
  tx: Tx,
  identity: Identity | undefined,
  { held }: KnownContact,
  connectionId: number,
): Promise<void> {
  if (!identity || held.filter((one) => one.startsWith(`${identity.kind}:`)).length < 2) return;
  await tx`
    update app.contact_identities set connection_id = ${connectionId}, heard_at = clock_timestamp()
    where company_id = ${tx.companyId} and kind = ${identity.kind} and value = ${identity.value}`;
}

/** A number that becomes known is the contact's, and its name where that was only a makeshift. */
async function fillNumber(tx: Tx, contactId: number, number: string): Promise<void> {
  const [contact] = await tx<{ name: string; identities: { kind: string; value: string }[] }[]>`
    update app.contacts c set number = ${number}, updated_at = now()
    where c.company_id = ${tx.companyId} and c.id = ${contactId} and c.number = '' and not c.is_group
      and not exists (select 1 from app.contacts o where o.company_id = c.company_id and o.number = ${number} and not o.is_group)
    returning name, (select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from app.contact_identities i
      where i.company_id = c.company_id and i.contact_id = c.id) as identities`;
  if (!contact?.identities.some((identity) => makeshiftName(identity) === contact.name)) return;
  await tx`
    update app.contacts set name = ${number} where company_id = ${tx.companyId} and id = ${contactId} and not named_by_hand`;
}
async function renumber(tx: Tx, contactId: number, number: string): Promise<boolean> {
  const rows = await tx`
    update app.contacts c set number = ${number}, updated_at = now()
    where c.company_id = ${tx.companyId} and c.id = ${contactId} and c.number <> ${number}
      and not exists (select 1 from app.contacts o where o.company_id = c.company_id and o.number = ${number} and not o.is_group and o.id <> c.id)
    returning 1`;
  return rows.length > 0;
}

/** Whether a profile may be news; most messages bring none, and cost no statement. */
const brings = (peer: Peer, known: KnownContact) =>
  peer.name !== undefined && !known.namedByHand && peer.name !== known.name ||
  peer.pictureUrl !== undefined && peer.pictureUrl !== known.pictureUrl;

/** A new name or picture of the profile is taken over unless a person gave the name. Answers whether something is new. */
export async function refresh(
  tx: Tx,
  contactId: number,
  peer: Pick<Peer, "name" | "pictureUrl">,
  known: Pick<KnownContact, "pictureUrl">,
): Promise<boolean> {
  const name = peer.name?.trim().slice(0, 250) ?? "";
  const picture = peer.pictureUrl ?? null;
  if (!name && !picture) return false;
  const rows = await tx`
    update app.contacts set name = case when named_by_hand or ${name} = '' then name else ${name} end, picture_url = coalesce(${picture}, picture_url), updated_at = now()
    where company_id = ${tx.companyId} and id = ${contactId}
      and (not named_by_hand and ${name} <> '' and name <> ${name} or picture_url is distinct from coalesce(${picture}, picture_url))
    returning 1`;
  if (rows.length > 0 && picture && picture !== known.pictureUrl) await askPicture(tx, contactId, picture);
  return rows.length > 0;
}
