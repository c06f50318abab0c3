// A file stays as long as any row of any table holds it, and goes after that: also the files of a table that nobody knows yet.
import { beforeAll, describe, expect, test } from "vitest";
import { referencesTo } from "../../../db/references.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { connections } from "../../features/connections/contract.ts";
import { contacts } from "../../features/contacts/contract.ts";
import { work as makeCard } from "../../features/messages/card.ts";
import { guardedFetch } from "../outside/egress.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import { sweepRetention } from "../sweep.ts";
import { makeConnection, type Person, someone } from "../testing/api.ts";
import { customerWrites, type Said } from "../testing/inbound.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { claims } from "../testing/pictures.ts";
import { keepBytes, mediaPath } from "./media.ts";
import { dropUnheld } from "./orphans.ts";

const PNG = claims(4, 4).png;
let person: Person;
beforeAll(async () => {
  await ownDatabase();
  person = await someone();
});

const picture = () => new File([PNG], "Ação é.png", { type: "image/png" });
const keepFile = () =>
  withTenant({ companyId: person.companyId }, async (tx) => (await keepBytes(tx, PNG, { fileName: "foto.png" })).id);
const idOf = (address: string | null | undefined) => address!.split("/").pop()!;
/** The id of the message that a customer writes. */
async function written(said: Said): Promise<number> {
  const { event } = await customerWrites(person, said);
  const rows = await asPlatform((tx) =>
    tx<{ id: number }[]>`select id from app.messages where external_id = ${event.externalId}`
  );
  return rows[0]!.id;
}
/** Two days later. */
async function later(): Promise<void> {
  await asPlatform((tx) => tx`update app.media set created_at = created_at - interval '2 days'`);
  await sweepRetention();
}
async function isKept(id: string): Promise<boolean> {
  const rows = await asPlatform((tx) => tx`select 1 from app.media where id = ${id}`);
  const file = await Deno.stat(mediaPath(person.companyId, id)).catch(() => null);
  expect(rows.length === 1, "row and file go together").toBe(file !== null);
  return rows.length === 1;
}

/** What tells of the past: it need not keep the files it names. */
const HISTORY = ["app.audit", "app.events", "app.idempotency_keys"];

test("a table that was made a moment ago keeps its files, and lets them go with its rows", async () => {
  await asPlatform((tx) =>
    tx.unsafe(`
      create table app.campaign_files (company_id bigint not null references app.companies on delete cascade,
        id bigint generated always as identity, "File" text, primary key (company_id, id),
        foreign key (company_id, "File") references app.media (company_id, id));
      call app.tenant_table('app.campaign_files')`)
  );
  const [held, dropped, loose] = [await keepFile(), await keepFile(), await keepFile()];
  await asPlatform((tx) =>
    tx`insert into app.campaign_files (company_id, "File") values (${person.companyId}, ${held}), (${person.companyId}, ${dropped})`
  );
  await later();
  expect([await isKept(held), await isKept(dropped), await isKept(loose)]).toEqual([true, true, false]);
  await asPlatform((tx) => tx`delete from app.campaign_files where "File" = ${dropped}`);
  await later();
  expect([await isKept(held), await isKept(dropped)]).toEqual([true, false]);
});

describe("a file of the product", () => {
  test("stays as a person's picture, a quick message's file and a connection's greeting, until another takes its place", async () => {
    const id = person.userId;
    const line = await makeConnection(person);
    const quick = await person.call(quickMessages.create, {
      body: { shortcode: "oi", message: "Bom dia", geral: true },
    });
    const files = async () => [
      idOf(
        (await person.call(users.picture, { params: { id }, body: { typeArch: "user" }, files: [picture()] }))
          .profileImage,
      ),
      idOf(
        (await person.call(quickMessages.upload, { params: { id: quick.id }, body: {}, files: [picture()] })).mediaPath,
      ),
      idOf(
        (await person.call(connections.upload, { params: { id: line }, body: {}, files: [picture()] }))
          .greetingMediaAttachment,
      ),
    ];
    const before = await files();
    await later();
    expect(await Promise.all(before.map(isKept))).toEqual([true, true, true]);
    const after = await files();
    await later();
    expect(await Promise.all(before.map(isKept))).toEqual([false, false, false]);
    expect(await Promise.all(after.map(isKept))).toEqual([true, true, true]);
  });

  test("stays as the picture of a link's card as long as a message shows it", async () => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      ({ url }) =>
        url.endsWith(".png")
          ? new Response(PNG, { headers: { "content-type": "image/png" } })
          : new Response(`<title>Loja</title><meta property="og:image" content="/p.png">`, {
            headers: { "content-type": "text/html" },
          }),
    );
    const url = `http://localhost:${server.addr.port}/pagina`;
    const inside = guardedFetch({ origins: [], allow: ["localhost"], webPorts: true });
    const line = await makeConnection(person);
    const messageId = await written({ connectionId: line, from: "link", text: `Olha ${url}` });
    await makeCard(person.companyId, { messageId, url }, inside);
    const shown = () =>
      asPlatform(async (tx) => {
        const [row] = await tx<{ url: string }[]>`
          select data #>> '{card,picture,url}' as url from app.messages where id = ${messageId}`;
        return idOf(row!.url);
      });
    const first = await shown();
    await later();
    expect(await isKept(first)).toBe(true);
    // The page is asked again after a week: what the message shows stays until it shows another.
    await asPlatform((tx) => tx`update app.link_cards set fetched_at = now() - interval '8 days'`);
    const next = await written({ connectionId: line, from: "outro", text: url });
    await makeCard(person.companyId, { messageId: next, url }, inside);
    await later();
    expect(await isKept(first)).toBe(true);
    await makeCard(person.companyId, { messageId, url }, inside);
    expect(await shown()).not.toBe(first);
    await later();
    expect([await isKept(first), await isKept(await shown())]).toEqual([false, true]);
    await server.shutdown();
  });

  test("stays when one of those that hold it goes: a greeting that went into a conversation that is deleted", async () => {
    const line = await makeConnection(person);
    const greeting = idOf(
      (await person.call(connections.upload, { params: { id: line }, body: {}, files: [picture()] }))
        .greetingMediaAttachment,
    );
    const [byTicket, byContact] = [
      await customerWrites(person, { connectionId: line, from: "Álvaro" }),
      await customerWrites(person, { connectionId: line, from: "Érica" }),
    ];
    const ids = [byTicket.ticketId, byContact.ticketId];
    await asPlatform((tx) =>
      tx`update app.messages set media_id = ${greeting} where ticket_id = any (${ids}::bigint[])`
    );
    await person.call(tickets.remove, { params: { id: byTicket.ticketId } });
    await person.call(contacts.remove, { params: { id: byContact.contactId } });
    expect(await isKept(greeting)).toBe(true);
    await person.call(connections.removeFile, { params: { id: line } });
    expect(await isKept(greeting)).toBe(false);
  });
});

test("a row that names the address of a file holds that file", async () => {
  const offences = await asPlatform(async (tx) => {
    const holders = Map.groupBy(await referencesTo(tx, "media"), ({ table }) => table);
    const tables = await tx<{ name: string }[]>`
      select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`;
    const found: string[] = [];
    for (const { name } of tables.filter(({ name }) => !HISTORY.includes(name))) {
      const held = (holders.get(name) ?? []).map(({ column }) => `t.${column}`);
      const [row] = await tx.unsafe<{ named: number; loose: number }[]>(`
        select count(*)::int as named, count(*) filter (where not (m.id[1] = any (array[${held}]::text[])))::int as loose
        from ${name} t cross join lateral regexp_matches(t::text, '/media/([0-9a-f]{32})', 'g') m (id)`);
      if (row!.loose) found.push(name);
      if (name === "app.messages") expect(row!.named).toBeGreaterThan(0);
    }
    return found;
  });
  expect(offences).toEqual([]);
});

test("a file that is passed on in the same moment in which its message is deleted stays, and nobody is refused", async () => {
  const id = await keepFile();
  const inside = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: person.companyId }, work);
  const passed = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const forwarding = inside(async (tx) => {
    await tx`insert into app.quick_messages (company_id, shortcode, message, media_id) values (${person.companyId}, 'vai', 'x', ${id})`;
    passed.resolve();
    await held.promise;
  });
  await passed.promise;
  const dropping = inside((tx) => dropUnheld(tx, [id]));
  await expect.poll(() =>
    asPlatform((tx) =>
      tx`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )
      .then((rows) => rows.length)
  ).toBeGreaterThan(0);
  held.resolve();
  await Promise.all([forwarding, dropping]);
  expect(await isKept(id)).toBe(true);
});
