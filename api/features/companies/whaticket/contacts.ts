// Contacts and tags, a page at a time: one person is one contact here, however often the source has them.
import { PHONE } from "../../../../channels/sdk/phone.ts";
import { identityThere } from "../../../../channels/sdk/whaticket.ts";
import { asPlatform, type PlatformTx } from "../../../../db/tenant.ts";
import { began } from "./company.ts";
import { json, knownOf, note, type Taking } from "./known.ts";
import type { Report } from "./report.ts";
import { pagesOf, type Row, rowsOf, type Source } from "./source.ts";
import { colour, idOf, moment, truth, words } from "./values.ts";

export type Company = Omit<Taking, "tx">;
/** Work on one page, whole or not at all. */
export const inPage = <T>(at: Company, work: (taking: Taking) => Promise<T>): Promise<T> =>
  asPlatform((tx) => work({ ...at, tx }));
/** Ids of rows to come, so that a row and what it was there are written together. */
export async function newIds(tx: PlatformTx, table: string, count: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${`app.${table}`}, 'id'))::bigint as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

interface NewContact {
  theirs: string;
  id: number;
  kind: string | null;
  value: string | null;
  address: string | null;
  name: string;
  number: string;
  email: string;
  is_group: boolean;
  disable_bot: boolean;
  created_at: Date;
}

/** Who a row of the source is. Without kind and value it is somebody nobody can write to. */
function personOf(row: Row, report: Report): Omit<NewContact, "id"> {
  const theirs = idOf(row.id)!;
  const number = words(row.number, 200);
  const isGroup = truth(row.isGroup);
  const who = identityThere({ number, lid: words(row.lid, 60), channel: words(row.channel, 30), isGroup });
  if (!who) report.leave("contacts: the number is none; they are kept by name", number || theirs);
  return {
    ...{ theirs, kind: who?.kind ?? null, value: who?.value ?? null, address: who?.address ?? null },
    name: words(row.name, 200) || (who?.value ?? `Contato ${theirs}`),
    number: who?.kind === PHONE ? who.value : "",
    email: words(row.email, 200),
    ...{ is_group: isGroup, disable_bot: truth(row.disableBot), created_at: moment(row.createdAt) ?? new Date() },
  };
}

/** Contacts. A number, a group or an account that is here already is that contact. */
export async function takeContacts(from: Source, at: Company, company: string, report: Report): Promise<void> {
  const known = await asPlatform((tx) => knownOf({ ...at, tx }, "contact"));
  const fresh = new Set<string>();
  for await (const page of pagesOf(from, "Contacts", company)) {
    const people = page.filter((row) => idOf(row.id) && began(report, "contacts", known, idOf(row.id)!))
      .map((row) => personOf(row, report));
    if (!people.length) continue;
    await inPage(at, async (taking) => {
      const { tx, companyId } = taking;
      const keys = people.filter(({ kind }) => kind !== null);
      const there = await tx<{ kind: string; value: string; id: number }[]>`
        select i.kind, i.value, i.contact_id as id from app.contact_identities i
        join unnest(${keys.map(({ kind }) => kind!)}::text[], ${
        keys.map(({ value }) => value!)
      }::text[]) as k (kind, value)
          on i.kind = k.kind and i.value = k.value
        where i.company_id = ${companyId}`;
      const ids = new Map(there.map(({ kind, value, id }) => [`${kind} ${value}`, id]));
      const numbers = await tx<{ number: string; id: number }[]>`
        select number, id from app.contacts where company_id = ${companyId} and not is_group and number <> ''
          and number = any (${people.map(({ number }) => number)}::text[])`;
      for (const { number, id } of numbers) ids.set(`phone ${number}`, id);
      const free = await newIds(tx, "contacts", people.length);
      const made: NewContact[] = [];
      const became: [string, number][] = [];
      for (const person of people) {
        const key = person.kind === null ? null : `${person.kind} ${person.value}`;
        const same = key === null ? undefined : ids.get(key);
        if (same !== undefined) {
          report.leave("contacts: somebody of this number is here already; both are one", person.theirs);
        }
        const id = same ?? free.shift()!;
        if (key !== null) ids.set(key, id);
        if (same === undefined) made.push({ ...person, id });
        became.push([person.theirs, id]);
      }
      await insertContacts(tx, companyId, made);
      await note(taking, "contact", became);
      for (const [theirs, id] of became) known.set(theirs, id);
      for (const { theirs } of made) fresh.add(theirs);
      report.count("contacts", "taken", made.length);
    });
  }
  for await (const page of pagesOf(from, "ContactCustomFields")) {
    const rows = page.filter((row) => fresh.has(idOf(row.contactId) ?? "") && words(row.name, 100));
    if (!rows.length) continue;
    const fields = rows.map((row) => ({
      id: known.get(idOf(row.contactId)!),
      field: { name: words(row.name, 100), value: words(row.value, 1_000) },
    }));
    await asPlatform((tx) =>
      tx`
      update app.contacts c set extra = c.extra || x.fields
      from (select id, jsonb_agg(field) as fields from jsonb_to_recordset(${
        json(fields)
      }::text::jsonb) as f (id bigint, field jsonb) group by id) x
      where c.company_id = ${at.companyId} and c.id = x.id`
    );
  }
}
async function insertContacts(tx: PlatformTx, companyId: number, rows: readonly NewContact[]): Promise<void> {
  await tx`
    insert into app.contacts (company_id, id, name, number, email, is_group, disable_bot, created_at) overriding system value
    select ${companyId}, x.id, x.name, x.number, x.email, x.is_group, x.disable_bot, x.created_at
    from jsonb_to_recordset(${json(rows)}::text::jsonb)
      as x (id bigint, name text, number text, email text, is_group boolean, disable_bot boolean, created_at timestamptz)`;
  await tx`
    insert into app.contact_identities (company_id, kind, value, contact_id, address)
    select ${companyId}, x.kind, x.value, x.id, x.address
    from jsonb_to_recordset(${
    json(rows)
  }::text::jsonb) as x (id bigint, kind text, value text, address text) where x.kind is not null`;
}

/** Tags, and whom they mark: of contacts here, of tickets with the tickets. Lanes of a board become plain tags. */
export async function takeTags(from: Source, at: Company, company: string, report: Report): Promise<void> {
  await inPage(at, async (taking) => {
    const known = await knownOf(taking, "tag");
    for await (const row of rowsOf(from, "Tags", company)) {
      const id = idOf(row.id);
      if (!id || !began(report, "tags", known, id)) continue;
      const [made] = await taking.tx<{ id: number }[]>`
        insert into app.tags (company_id, name, color)
        values (${at.companyId}, ${words(row.name, 60) || `Tag ${id}`}, ${
        colour(row.color) ?? "#64748b"
      }) returning id`;
      await note(taking, "tag", [[id, made!.id]]);
      report.count("tags", "taken");
    }
  });
  await mark(from, at, {
    table: "ContactTags",
    column: "contactId",
    kind: "contact",
    into: "contact_tags",
    ours: "contact_id",
  });
}
interface Marked {
  table: string;
  column: string;
  kind: string;
  into: string;
  ours: string;
}
/** Which contacts, or tickets, have which tags. */
export async function mark(from: Source, at: Company, { table, column, kind, into, ours }: Marked): Promise<void> {
  const [tags, marked] = await inPage(at, (taking) => Promise.all([knownOf(taking, "tag"), knownOf(taking, kind)]));
  for await (const page of pagesOf(from, table)) {
    const rows = page.flatMap((row) => {
      const [tag, one] = [tags.get(idOf(row.tagId) ?? ""), marked.get(idOf(row[column]) ?? "")];
      return tag && one ? [{ tag, one }] : [];
    });
    if (!rows.length) continue;
    await asPlatform((tx) =>
      tx`
      insert into ${tx(`app.${into}`)} (company_id, tag_id, ${tx(ours)})
      select ${at.companyId}, x.tag, x.one from jsonb_to_recordset(${
        json(rows)
      }::text::jsonb) as x (tag bigint, one bigint)
      on conflict do nothing`
    );
  }
}
