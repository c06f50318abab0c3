// A company's admin asks for everything, gets it once, and another server can take it in (docs/product/company-export.md).
import { afterAll, expect, test } from "vitest";
import { join } from "node:path";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { takeInCompany } from "../companies/moving/read.ts";
import { exportsFolder } from "./actions.ts";
import { work } from "./build.ts";
import { companyExports } from "./contract.ts";
import { sweep } from "./sweep.ts";

const { api } = await testApp();
const folder = await Deno.makeTempDir({ prefix: "recado-taken-" });
afterAll(() => Deno.remove(folder, { recursive: true }));

const runOf = async ({ companyId }: Pick<Person, "companyId">) =>
  (await withTenant({ companyId }, (tx) => tx<{ run: string }[]>`select run from app.company_exports`))[0]!.run;
const build = async (person: Person) => work(person.companyId, { run: await runOf(person) });
const now = async (person: Person) => (await person.call(companyExports.show)).export;
const get = (link: string, headers: Record<string, string> = {}) =>
  api.http.fetch(new Request(`http://localhost${link}`, { headers }));
const onDisk = async (companyId: number) =>
  (await Array.fromAsync(Deno.readDir(exportsFolder(companyId))).catch(() => [])).map(({ name }) => name);
/** As if this had been so long ago. */
const ago = (person: Person, column: string, interval: string) =>
  withTenant(person, (tx) => tx`update app.company_exports set ${tx(column)} = now() - ${interval}::text::interval`);

test("an admin asks, the file is built, downloaded by its link and taken in as a company that answers alike", async () => {
  const world = await makeWorld();
  const admin = world.person;
  expect(await now(admin)).toBeNull();
  const asked = await admin.call(companyExports.ask);
  expect(asked.export).toMatchObject({ status: "building", askedBy: expect.any(String), expiresAt: null });
  await build(admin);
  const ready = (await now(admin))!;
  expect(ready).toMatchObject({ status: "ready", rows: expect.any(Number), bytes: expect.any(Number) });
  const { link } = await admin.call(companyExports.take);
  const answer = await get(link!);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; .*recado-\d{4}-\d\d-\d\d\.zip$/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes.length).toBe(ready.bytes);
  const path = join(folder, "empresa.zip");
  await Deno.writeFile(path, bytes);
  const taken = await takeInCompany(path, "Levada por ZIP");
  const count = (companyId: number) => withTenant({ companyId }, (tx) => tx`select body from app.messages order by id`);
  expect(await count(taken.companyId)).toEqual(await count(world.companyId));
  expect(Object.values(taken.tables).reduce((sum, one) => sum + one, 0)).toBe(ready.rows);
});

test("the file holds no hash of a password, and who takes it in is told so", async () => {
  const world = await makeWorld();
  await world.person.call(companyExports.ask);
  await build(world.person);
  const taken = await takeInCompany(
    join(exportsFolder(world.companyId), `${await runOf(world.person)}.zip`),
    "Sem senhas",
  );
  const rows = await withTenant({ companyId: taken.companyId }, (tx) => tx`select distinct password from app.users`);
  expect([...rows]).toEqual([{ password: "" }]);
  expect(taken.left.join("\n")).toMatch(/passwords of \d+ people/);
});

test("a download that broke goes on where it ended, and a link of another company or a changed one opens nothing", async () => {
  const [admin, other] = [await someone(), await someone()];
  for (const person of [admin, other]) {
    await person.call(companyExports.ask);
    await build(person);
  }
  const { link } = await admin.call(companyExports.take);
  const whole = new Uint8Array(await (await get(link!)).arrayBuffer());
  const rest = await get(link!, { range: "bytes=100-" });
  expect(rest.status).toBe(206);
  expect(new Uint8Array(await rest.arrayBuffer())).toEqual(whole.subarray(100));
  for (
    const wrong of [
      link!.replace(/c=\d+/, `c=${other.companyId}`),
      link!.replace(/export\/[^?]+/, `export/${await runOf(other)}`),
      link!.replace(/e=\d+/, "e=99999999999"),
      link!.replace(/&s=.*/, ""),
      link!.replace("/export", ""),
    ]
  ) {
    const refused = await get(wrong);
    expect([wrong, refused.status >= 400 && refused.status < 500]).toEqual([wrong, true]);
    await refused.body?.cancel();
  }
});

test("the file goes an hour after it was taken, or after two days, with its row", async () => {
  for (
    const [column, early, late] of [["taken_at", "55 minutes", "61 minutes"], ["ready_at", "47 hours", "49 hours"]]
  ) {
    const admin = await someone();
    await admin.call(companyExports.ask);
    await build(admin);
    if (column === "taken_at") await admin.call(companyExports.take);
    await ago(admin, column!, early!);
    await sweep();
    expect(await onDisk(admin.companyId)).toHaveLength(1);
    await ago(admin, column!, late!);
    expect(await now(admin)).toBeNull();
    await expect(admin.call(companyExports.take)).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
    await sweep();
    await expect.poll(() => onDisk(admin.companyId)).toEqual([]);
  }
});

test("a second question waits for the first, replaces what was built, and what was overtaken leaves nothing", async () => {
  const admin = await someone();
  await admin.call(companyExports.ask);
  await expect(admin.call(companyExports.ask)).rejects.toMatchObject({ code: "ERR_ALREADY_IN_STATE" });
  const first = await runOf(admin);
  await admin.call(companyExports.drop);
  await admin.call(companyExports.ask);
  await work(admin.companyId, { run: first });
  expect((await now(admin))!.status).toBe("building");
  await build(admin);
  await build(admin);
  expect(await onDisk(admin.companyId)).toEqual([`${await runOf(admin)}.zip`]);
  await admin.call(companyExports.ask);
  await expect.poll(() => onDisk(admin.companyId)).toEqual([]);
});

test("a build that fails says so, and one that died is asked for again after six hours", async () => {
  const admin = await someone();
  await admin.call(companyExports.ask);
  // Where its folder would be is a file.
  await Deno.mkdir(join(exportsFolder(admin.companyId), ".."), { recursive: true });
  await Deno.writeTextFile(exportsFolder(admin.companyId), "");
  await build(admin);
  expect((await now(admin))!.status).toBe("failed");
  await Deno.remove(exportsFolder(admin.companyId));
  await admin.call(companyExports.ask);
  await ago(admin, "asked_at", "7 hours");
  expect((await now(admin))!.status).toBe("failed");
  await admin.call(companyExports.ask);
  await build(admin);
  expect((await now(admin))!.status).toBe("ready");
});

test("admins hear what becomes of it, and nobody else may ask, see or take it", async () => {
  const admin = await someone();
  const plain = await someone({ colleagueOf: admin });
  for (const call of Object.values(companyExports)) {
    await expect(plain.call(call)).rejects.toMatchObject({ status: 403 });
  }
  await admin.call(companyExports.ask);
  await build(admin);
  const { link } = await admin.call(companyExports.take);
  const told = await withTenant(admin, (tx) =>
    tx<{ audience: string[]; status: string }[]>`
      select audience, payload -> 'export' ->> 'status' as status from app.events
      where name = ${`company-${admin.companyId}-export`} order by position`);
  expect(told.map(({ status }) => status)).toEqual(["building", "ready", "taken"]);
  for (const { audience } of told) expect(audience).toEqual(["admin"]);
  const kept = JSON.stringify(await withTenant(admin, (tx) => tx`select * from app.audit`));
  expect(kept).toContain("/companyExport/link");
  expect(kept).not.toContain(new URL(link!, "http://localhost").searchParams.get("s"));
});
