// In a database of its own: everybody sees every help.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { ApiError } from "../../contract/client.ts";
import { work as tellCompanies } from "../../core/live/broadcast.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { session } from "../session/contract.ts";
import { helps as calls } from "./contract.ts";

const CODE = "dQw4w9WgX-_";
let operator: Person;
let ana: Person;
beforeAll(async () => {
  await ownDatabase();
  operator = await someone({ super: true });
  ana = await someone({ profile: "user" });
});
beforeEach(() =>
  asPlatform(async (tx) => {
    await tx`delete from app.help_items`;
    await tx`delete from app.broadcasts`;
    await tx`delete from app.events where name = 'company-help'`;
  })
);

const offer = (title: string, other: object = {}) =>
  operator.call(calls.create, { body: { title, video: CODE, ...other } });
const titles = async (searchParam = "") =>
  (await ana.call(calls.list, { query: { searchParam } })).records.map(({ title }) => title);
const code = (promise: Promise<unknown>) =>
  promise.then(() => "ok", (error) => error instanceof ApiError ? error.code : String(error));

test("everybody of every company sees the helps by title, and how many there are with the session", async () => {
  for (const title of ["Zap", "Ângulo", "abrir", "É fácil"]) await offer(title);
  expect(await titles()).toEqual(["abrir", "Ângulo", "É fácil", "Zap"]);
  expect((await ana.call(calls.all)).map(({ title }) => title)).toEqual(await titles());
  expect((await ana.call(session.me)).helps).toBe(4);
  expect([await titles("FACIL"), await titles("%")]).toEqual([["É fácil"], []]);
});

test("an address becomes its code, and what is no video of YouTube is refused", async () => {
  expect(await offer("A", { video: ` https://www.youtube.com/watch?v=${CODE}&t=3s ` })).toMatchObject({
    video: CODE,
    description: "",
  });
  for (const video of ["", "abc", `https://evil.example/embed/${CODE}`, `javascript:${CODE}`, "x".repeat(301)]) {
    expect(await code(offer("B", { video }))).toBe("ERR_VALIDATION");
  }
  expect(await code(offer("  "))).toBe("ERR_VALIDATION");
});

test("a title is there once, whatever case and accents, and a help keeps its own", async () => {
  const { id } = await offer("Ação");
  const other = await offer("Outro");
  expect(await code(offer("acao"))).toBe("ERR_DUPLICATED_NAME");
  const body = { title: "AÇÃO", description: "Como começar", video: `https://youtu.be/${CODE}` };
  expect(await operator.call(calls.update, { params: { id }, body })).toEqual({ id, ...body, video: CODE });
  expect(await code(operator.call(calls.update, { params: { id: other.id }, body }))).toBe("ERR_DUPLICATED_NAME");
  const twice = await Promise.all([code(offer("Dobro")), code(offer("DOBRO"))]);
  expect(twice.sort()).toEqual(["ERR_DUPLICATED_NAME", "ok"]);
});

test("only operators change helps, and what is gone is not found", async () => {
  const admin = await someone();
  const { id } = await offer("Meu");
  const body = { title: "Seu", video: CODE };
  expect(await code(admin.call(calls.create, { body }))).toBe("ERR_NO_PERMISSION");
  expect(await code(admin.call(calls.update, { params: { id }, body }))).toBe("ERR_NO_PERMISSION");
  expect(await code(admin.call(calls.remove, { params: { id } }))).toBe("ERR_NO_PERMISSION");
  await operator.call(calls.remove, { params: { id } });
  expect(await code(operator.call(calls.remove, { params: { id } }))).toBe("ERR_NO_RECORD_FOUND");
  expect(await code(operator.call(calls.update, { params: { id }, body }))).toBe("ERR_NO_RECORD_FOUND");
});

test("every company is told how many helps there are", async () => {
  const { id } = await offer("Um");
  await offer("Dois");
  await operator.call(calls.remove, { params: { id } });
  await tellCompanies();
  const told = await platform()<{ counts: string; companies: number }[]>`
    select counts, count(*)::int as companies from (
      select string_agg(payload ->> 'helps', ' ' order by position) as counts from app.events
      where name = 'company-help' group by company_id) each_company group by 1`;
  const [all] = await platform()<{ n: number }[]>`select count(*)::int as n from app.companies`;
  expect(told).toEqual([{ counts: "1 2 1", companies: all!.n }]);
});
