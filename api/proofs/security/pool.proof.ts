// Proof S5: all companies share the connections of the pool; the next user of a connection must never see rows of the company
// before, whatever way its last transaction ended.
import { beforeAll, expect, inject, test } from "vitest";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { apiLogin } from "../../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, type Tx, withTenant } from "../../../db/tenant.ts";
import { seeded } from "./values.ts";

const REQUESTS = 10_000;
const COMPANIES = 50;
const AT_ONCE = 60;
const pick = seeded(5);
const people: { person: Person; mark: string }[] = [];

beforeAll(async () => {
  await testApp();
  for (let i = 0; i < COMPANIES; i++) {
    const person = await someone();
    const mark = `mark-${i}-end`;
    await withTenant({ companyId: person.companyId }, async (tx) => {
      await tx`insert into app.queues (name, color) values (${`Queue ${mark}`}, '#111111')`;
      await tx`insert into app.contacts (name, number) values (${`Contact ${mark}`}, ${`55119000000${i}`})`;
      await tx`insert into app.settings (key, value) values ('transferMessage', ${mark})`;
    });
    people.push({ person, mark });
  }
  await disconnectDatabase(1);
  const owner = inject("databaseUrl");
  connectDatabase({ owner, api: apiLogin(owner, TEST_SECRET).url }, { api: 5, owner: 3 });
}, 120_000);

/** All marks in a text. */
const marksIn = (text: string) => new Set(text.match(/mark-\d+-end/g) ?? []);

test(
  `${REQUESTS} interleaved requests of ${COMPANIES} companies over 5 connections, some cut off: 0 crossings`,
  async () => {
    const crossings: string[] = [];
    let done = 0, shown = 0, aborted = 0;
    const reads = [
      "/api/queue",
      "/api/contacts",
      "/api/contacts?searchParam=mark",
      "/api/companySettingOne?column=transferMessage",
      "/api/auth/me",
    ];
    const ask = async (person: Person, path: string, init?: RequestInit) =>
      await (await person.fetch(path, init)).text();
    const cutOff: ((person: Person) => Promise<string>)[] = [
      // Refused after rows were written: rolled back.
      (person) =>
        ask(person, "/api/contacts", {
          method: "POST",
          body: '{"name":"Outro","number":"5511900000000"}',
          headers: { "content-type": "application/json" },
        }),
      (person) => ask(person, "/api/queue/8000000000001", { method: "DELETE" }),
      // Fails in the middle, in ways a bug would.
      (person) =>
        withTenant({ companyId: person.companyId }, async (tx) => String(await tx`select 1 / 0`)).catch(() => ""),
      (person) =>
        withTenant({ companyId: person.companyId }, async (tx) => {
          const rows = await tx`select name from app.queues`;
          throw new Error(JSON.stringify(rows));
        }).catch((error: Error) => error.message),
      // A reader has no transaction that would end: what it sent beside the statement that failed is under way when it gives up.
      (person) =>
        withTenant(
          { companyId: person.companyId },
          async (tx) => JSON.stringify(await Promise.all([tx`select name from app.queues`, tx`select 1 / ${pick(2)}`])),
          { read: true },
        ).catch(() => ""),
      (person) =>
        withTenant({ companyId: person.companyId }, async (tx) => {
          await tx`select pg_cancel_backend(pg_backend_pid())`;
          return "";
        }).catch(() => ""),
      // The caller goes away while the answer is made.
      async (person) => {
        const control = new AbortController();
        const answer = person.fetch("/api/contacts", { signal: control.signal }).then(
          (response) => response.text(),
          () => "",
        );
        await new Promise((resolve) => setTimeout(resolve, pick(3)));
        control.abort();
        return await answer.catch(() => "");
      },
    ];
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (done < REQUESTS) {
        done++;
        const { person, mark } = people[pick(COMPANIES)]!;
        const cut = pick(5) === 0;
        if (cut) aborted++;
        const text = cut ? await cutOff[pick(cutOff.length)]!(person) : await ask(person, reads[pick(reads.length)]!);
        const marks = marksIn(text);
        shown += marks.size;
        marks.delete(mark);
        if (marks.size) crossings.push(`${mark} saw ${[...marks]}`);
      }
    }));
    console.log(`${done} requests, ${aborted} cut off, ${shown} with rows to see`);
    expect(crossings).toEqual([]);
    expect(shown).toBeGreaterThan(REQUESTS / 3);
  },
  120_000,
);

test("a connection that another company used shows no rows when no company is set", async () => {
  for (let i = 0; i < 20; i++) await withTenant({ companyId: people[i]!.person.companyId }, (tx) => tx`select 1`);
  for (let i = 0; i < 20; i++) {
    for (const read of [false, true]) {
      const rows = await withTenant({ companyId: 0 }, (tx) => tx`select name from app.queues`, { read });
      expect(rows).toHaveLength(0);
    }
  }
});

test.each([false, true])(
  "a statement that comes when its connection was given back is refused, whoever used it meanwhile (read: %s)",
  async (read) => {
    let late: Tx | undefined;
    await withTenant({ companyId: people[0]!.person.companyId }, (tx) => (late = tx)`select 1`, { read });
    await withTenant({ companyId: people[1]!.person.companyId }, (tx) => tx`select 1`, { read: true });
    await expect(late!`select name from app.queues`).rejects.toThrow("given back");
  },
);

test("who only reads changes nothing, and cannot leave something to be done at the end", async () => {
  const { companyId } = people[1]!.person;
  const write = (tx: Tx) => tx`update app.queues set name = 'gone'`;
  await expect(withTenant({ companyId }, write, { read: true })).rejects.toMatchObject({ code: "25006" });
  await expect(withTenant({ companyId }, write, { readOnly: true })).rejects.toMatchObject({ code: "25006" });
  await expect(
    withTenant({ companyId }, (tx) => Promise.resolve(tx.beforeCommit.push(() => write(tx))), { read: true }),
  )
    .rejects.toThrow("no commit");
  const names = await withTenant({ companyId }, (tx) => tx`select name from app.queues`, { read: true });
  expect(JSON.stringify(names)).not.toContain("gone");
});
