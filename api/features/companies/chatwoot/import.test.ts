import { afterAll, expect, test } from "vitest";
import { someone, testApp } from "../../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../../db/tenant.ts";
import { countRows, importCompanies } from "../whaticket/import.ts";
import type { Source } from "../whaticket/source.ts";
import { accountOf, askChatwoot } from "./api.ts";
import { openChatwoot } from "./source.ts";
import { type Account, someAccount, TAKEN } from "./testing/account.ts";
import { serveChatwoot, type StandIn, TOKEN } from "./testing/server.ts";

await testApp();
// A server has a plan before companies come.
await someone();
const endings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});
const waits: number[] = [];
const pause = (ms: number) => Promise.resolve(void waits.push(ms));

async function opened(
  change: (account: Account) => void = () => {},
  options?: { old?: boolean; busy?: number },
): Promise<[Source, StandIn]> {
  const account = someAccount(crypto.randomUUID().slice(0, 8));
  change(account);
  const server = serveChatwoot(account, options);
  const place = accountOf(server.address);
  const source = await openChatwoot(place, askChatwoot(place, TOKEN, pause), pause);
  endings.push(() => server.close(), () => source.close());
  return [source, server];
}
const whole = { folder: null };
async function taken(companyId: number): Promise<Record<string, number>> {
  const tables = ["users", "queues", "connections", "contacts", "tickets", "tags", "messages", "media"];
  const counts = await withTenant({ companyId }, (tx) =>
    Promise.all(tables.map(async (table) => {
      const [row] = await tx<{ count: number }[]>`select count(*)::int from ${tx(`app.${table}`)}`;
      return [table, row!.count] as const;
    })));
  return Object.fromEntries(counts);
}

test("everything of an account has its place here, over a server that is too busy now and then", async () => {
  const [source] = await opened();
  const { companies: [companyId] } = await importCompanies(source, whole);
  expect(await taken(companyId!)).toEqual(TAKEN);
  expect(waits).toContain(1000);
});

test("an import that runs twice takes nothing twice, and what is new there comes with the second", async () => {
  let account: Account;
  const [source, server] = await opened((one) => account = one);
  const { companies: [companyId] } = await importCompanies(source, whole);
  account!.messages[5]!.push({ ...account!.messages[5]![0], id: 99_000, content: "mais uma" });
  const place = accountOf(server.address);
  const later = await openChatwoot(place, askChatwoot(place, TOKEN, pause), pause);
  endings.push(() => later.close());
  const again = await importCompanies(later, whole);
  expect(again.companies).toEqual([companyId]);
  expect(again.report.counts.messages).toEqual({ read: TAKEN.messages + 1, taken: 1, known: TAKEN.messages });
  expect(again.report.counts.contacts!.taken).toBe(0);
  expect(await taken(companyId!)).toEqual({ ...TAKEN, messages: TAKEN.messages + 1 });
});

test("a version that knows only the last twenty messages of a conversation gives up the others too", async () => {
  const [source] = await opened(() => {}, { old: true });
  const { companies: [companyId] } = await importCompanies(source, whole);
  expect((await taken(companyId!)).messages).toBe(TAKEN.messages);
});

test("a message keeps author, time, answer, note, ack and what became of it", async () => {
  const [source] = await opened();
  const { companies: [companyId] } = await importCompanies(source, whole);
  const rows = await withTenant({ companyId: companyId! }, (tx) =>
    tx`
    select m.body, m.from_me as "fromMe", u.name as author, m.is_private as note, m.is_deleted as deleted, m.ack, q.body as quoted, f.state as file
    from app.messages m left join app.users u on u.company_id = m.company_id and u.id = m.user_id
      left join app.messages q on q.company_id = m.company_id and q.id = m.quoted_id left join app.media f on f.company_id = m.company_id and f.id = m.media_id
    where m.ticket_id = (select ticket_id from app.messages where external_id = 'wamid.OUT') order by m.sent_at, m.id`);
  const plain = { fromMe: false, author: null, note: false, deleted: false, ack: 0, quoted: null, file: null };
  expect(rows).toEqual([
    { ...plain, body: "Oi 1" },
    { ...plain, body: "nota", fromMe: true, author: "Ana", note: true, ack: 1 },
    { ...plain, body: "resposta", fromMe: true, author: "Ana", ack: 3, quoted: "Oi 1" },
    { ...plain, body: "", file: "stored" },
    { ...plain, body: "", file: "stored" },
    { ...plain, body: "", file: "failed" },
    { ...plain, body: "", file: "failed" },
    { ...plain, body: "aqui\nLoja\nhttps://maps.google.com/maps?q=-23.5,-46.6" },
    { ...plain, body: "apagada", deleted: true },
    { ...plain, body: "Nosso horário: 9 às 18", fromMe: true, ack: 1 },
  ]);
});

test("contacts come with numbers, accounts, fields and labels; one number is one contact", async () => {
  const [source] = await opened();
  const { companies: [companyId], report } = await importCompanies(source, whole);
  const found = await withTenant({ companyId: companyId! }, async (tx) => ({
    keys: await tx`select i.kind, count(*)::int from app.contact_identities i group by 1 order by 1`,
    fields: await tx`select extra from app.contacts where extra <> '[]'`,
    labelled:
      await tx`select t.name, count(*)::int from app.contact_tags c join app.tags t on t.company_id = c.company_id and t.id = c.tag_id group by 1`,
    nobody: await tx`select name from app.contacts c where not is_group and number = '' and not exists (
      select 1 from app.contact_identities i where i.company_id = c.company_id and i.contact_id = c.id)`,
    talks: await tx`select count(*)::int from app.ticket_tags`,
  }));
  expect(found).toEqual({
    keys: [{ kind: "phone", count: 34 }, { kind: "psid", count: 1 }],
    fields: [{ extra: [{ name: "Plano", value: "Ouro" }, { name: "filhos", value: '["a","b"]' }] }],
    labelled: [{ name: "vip", count: 20 }],
    nobody: [{ name: "patient-moon-42" }],
    talks: [{ count: 2 }],
  });
  expect(report.left.get("contacts: somebody of this number is here already; both are one")?.examples).toEqual(["34"]);
});

test("conversations keep state, person, queue and what is unread", async () => {
  const [source] = await opened();
  const { companies: [companyId] } = await importCompanies(source, whole);
  const rows = await withTenant({ companyId: companyId! }, (tx) =>
    tx<{ last: string }[]>`
    select t.status, u.name as person, q.name as queue, t.unread, t.last_message as last from app.tickets t
      left join app.users u on u.company_id = t.company_id and u.id = t.user_id left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
    where t.last_message in ('Oi 30', 'Oi 31', 'Oi 32', 'história 343', 'Oi 34') order by t.created_at`);
  expect(rows).toEqual([
    { status: "closed", person: null, queue: null, unread: 0, last: "Oi 30" },
    { status: "pending", person: null, queue: null, unread: 0, last: "Oi 31" },
    { status: "pending", person: null, queue: null, unread: 0, last: "Oi 32" },
    { status: "open", person: "Ana", queue: "Vendas", unread: 345, last: "história 343" },
    { status: "pending", person: null, queue: null, unread: 0, last: "Oi 34" },
  ]);
});

test("the report names what has no place here", async () => {
  const [source] = await opened();
  const { report } = await importCompanies(source, whole);
  expect(Object.fromEntries([...report.left].map(([reason, { count }]) => [reason, count]))).toMatchInlineSnapshot(`
    {
      "companies: no subscription that still runs; it has 30 days here": 1,
      "connections: none of our channels; their conversations are history": 1,
      "contacts: somebody of this number is here already; both are one": 1,
      "contacts: the number is none; they are kept by name": 1,
      "files: not there; their messages say so": 2,
      "messages: what Chatwoot noted between them": 1,
      "quick messages: no shortcut": 1,
      "tickets: another one of the contact is open; they are closed": 1,
      "tickets: the connection is gone; they hang on one called Conexão excluída": 1,
      "users: no e-mail, or one of somebody else in the company; they have no sign-in": 1,
      "users: no password that can be kept; npm run reset-password gives a new one": 3,
    }
  `);
});

test("a dry run counts and writes nothing", async () => {
  const [source] = await opened();
  const counts = await countRows(source, whole);
  expect(counts).toMatchObject({ Companies: 1, Users: 3, Contacts: 37, Tickets: 53, Messages: TAKEN.messages });
  expect(await asPlatform((tx) => tx`select 1 from app.imported_rows where source = ${source.name}`)).toEqual([]);
});

test("another token, an address that is no account's, and a server that stays busy say what to do", async () => {
  const [, server] = await opened();
  const place = accountOf(server.address);
  await expect(openChatwoot(place, askChatwoot(place, "another", pause))).rejects.toThrow("administrator of account 3");
  expect(() => accountOf("https://chat.example.com")).toThrow("https://host/app/accounts/1");
  expect(accountOf("https://chat.example.com/app/accounts/12")).toEqual({ base: "https://chat.example.com", id: "12" });
  const busy = serveChatwoot(someAccount("busy"), { busy: 1 });
  endings.push(() => busy.close());
  const tired = accountOf(busy.address);
  await expect(openChatwoot(tired, askChatwoot(tired, TOKEN, pause))).rejects.toThrow("answers 429 to the account");
  expect(busy.asked).toHaveLength(8);
});
