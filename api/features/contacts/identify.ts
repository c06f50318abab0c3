// First step of the inbound pipeline: whose message is it? A person has one contact, whatever identities they write with.
import { v7 as uuidv7 } from "uuid";
import type { Identity, Peer } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../channels/inbound.ts";
import { emit, everybody } from "../../core/emit.ts";
import { askChannel } from "../messages/actions.ts";
import { contactChanged } from "./contract.ts";
import { byId } from "./queries.ts";

/** Finds the contact by any identity, or makes it; keeps new identities, name and picture. */
export async function identify(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { event: { peer }, line } = inbound;
  const known = await inbound.known ?? await findLocked(tx, peer.identities);
  inbound.contactId = known?.contactId ?? await create(tx, peer, line);
  inbound.contactCreated = known === null;
  const held = new Set(known?.held ?? []);
  let changed = known === null;
  for (const identity of peer.identities) {
    if (!held.has(`${identity.kind}:${identity.value}`)) {
      await keepIdentity(tx, inbound.contactId, identity, peer.username);
      changed = true;
    }
  }
  if (known) changed = await refresh(tx, known, peer) || changed;
  else if (!peer.name) await askChannel(tx, line.id, "lookup", { contactId: inbound.contactId });
  const contact = changed ? await byId(tx, inbound.contactId) : undefined;
  if (contact) emit(tx, contactChanged, everybody, { action: known ? "update" : "create", contact });
  return "next";
}

/** A contact as the pipeline knows it. */
export interface Known {
  contactId: number;
  name: string;
  namedByHand: boolean;
  pictureUrl: string | null;
  number: string;
  held: string[];
}

/** The contact that has one of these identities, the best first. */
export async function findContact(tx: Tx, identities: readonly Identity[]): Promise<Known | null> {
  const rows = await tx<Known[]>`
    select c.id as "contactId", c.name, c.named_by_hand as "namedByHand", c.picture_url as "pictureUrl", c.number,
      array(select x.kind || ':' || x.value from app.contact_identities x where x.company_id = c.company_id and x.contact_id = c.id) as held
    from unnest(${identities.map((i) => i.kind)}::text[], ${
    identities.map((i) => i.value)
  }::text[]) with ordinality as w (kind, value, place)
    join app.contact_identities i on i.company_id = ${tx.companyId} and i.kind = w.kind and i.value = w.value
    join app.contacts c on c.company_id = i.company_id and c.id = i.contact_id
    order by w.place limit 1`;
  return rows[0] ?? null;
}

/** Two first messages of one person at once: the second waits here and then finds the first's contact. */
async function findLocked(tx: Tx, identities: Identity[]): Promise<Known | null> {
  for (const key of identities.map((i) => `${tx.companyId}:${i.kind}:${i.value}`).sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`;
  }
  return await findContact(tx, identities);
}

async function create(tx: Tx, peer: Peer, line: Inbound["line"]): Promise<number> {
  const phone = peer.identities.find((i) => i.kind === "phone");
  const name = peer.name?.trim() || (peer.username ? `@${peer.username}` : phone?.value) ||
    fallbackName(peer.identities[0]!);
  const isGroup = peer.identities.some((i) => i.kind === "group");
  const [row] = await tx<{ id: number }[]>`
    insert into app.contacts (company_id, name, number, channel, connection_id, is_group, picture_url)
    values (${tx.companyId}, ${name.slice(0, 250)}, ${
    isGroup ? "" : phone?.value ?? ""
  }, ${line.channel}, ${line.id}, ${isGroup}, ${peer.pictureUrl ?? null})
    on conflict (company_id, number) where number <> '' and not is_group do update set updated_at = now() returning id`;
  return row!.id;
}
/** A name for somebody of whom nothing is known yet; a profile look-up may better it. */
function fallbackName(identity: Identity): string {
  return identity.kind === "visitor"
    ? `Visitante ${identity.value.slice(-4)}`
    : `${identity.kind} ${identity.value.slice(-4) || uuidv7().slice(-4)}`;
}

async function keepIdentity(
  tx: Tx,
  contactId: number,
  identity: Identity,
  username: string | undefined,
): Promise<void> {
  await tx`
    insert into app.contact_identities (company_id, kind, value, contact_id, address, username)
    values (${tx.companyId}, ${identity.kind}, ${identity.value}, ${contactId}, ${identity.address ?? null}, ${
    username ?? null
  })
    on conflict (company_id, kind, value) do nothing`;
  if (identity.kind === "phone") {
    await tx`
      update app.contacts c set number = ${identity.value} where c.company_id = ${tx.companyId} and c.id = ${contactId} and c.number = '' and not c.is_group
        and not exists (select 1 from app.contacts o where o.company_id = c.company_id and o.number = ${identity.value})`;
  }
}

/** A new name or picture of the profile is taken over unless a person gave the name. */
async function refresh(tx: Tx, known: Known, peer: Peer): Promise<boolean> {
  const name = peer.name?.trim().slice(0, 250);
  const rename = name && !known.namedByHand && name !== known.name;
  const picture = peer.pictureUrl && peer.pictureUrl !== known.pictureUrl;
  if (!rename && !picture) return false;
  await tx`
    update app.contacts set name = ${rename ? name : known.name}, picture_url = ${
    picture ? peer.pictureUrl! : known.pictureUrl
  }, updated_at = now()
    where company_id = ${tx.companyId} and id = ${known.contactId}`;
  return true;
}
