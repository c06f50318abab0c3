import { expect, inject, test } from "vitest";
import postgres from "postgres";
import { TEST_SECRET } from "../api/core/testing/secret.ts";
import { apiLogin, isUpToDate } from "./migrate.ts";
import { printSchema } from "./schema.ts";

test("db/schema.sql is what the migrations make (npm run schema)", async () => {
  const url = inject("databaseUrl");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const printed = await printSchema(sql, apiLogin(url, TEST_SECRET).role);
  await sql.end();
  expect(printed).toBe(await Deno.readTextFile("db/schema.sql"));
});

test("a database is up to date when every file has run in it, and not when it was never started", async () => {
  const url = new URL(inject("databaseUrl"));
  const known = postgres(url.href, { max: 1, onnotice: () => {} });
  const fresh = postgres(new URL("/postgres", url).href, { max: 1, onnotice: () => {} });
  expect([await isUpToDate(known), await isUpToDate(fresh)]).toEqual([true, false]);
  await Promise.all([known.end(), fresh.end()]);
});

test("each migration has its own number", async () => {
  const numbers: string[] = [];
  for await (const { name } of Deno.readDir("db/migrations")) numbers.push(name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
