import { expect, inject, test } from "vitest";
import postgres from "postgres";
import { TEST_SECRET } from "../api/core/testing/secret.ts";
import { apiLogin } from "./migrate.ts";
import { printSchema } from "./schema.ts";

test("db/schema.sql is what the migrations make (npm run schema)", async () => {
  const url = inject("databaseUrl");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const printed = await printSchema(sql, apiLogin(url, TEST_SECRET).role);
  await sql.end();
  expect(printed).toBe(await Deno.readTextFile("db/schema.sql"));
});

test("each migration has its own number", async () => {
  const numbers: string[] = [];
  for await (const { name } of Deno.readDir("db/migrations")) numbers.push(name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
