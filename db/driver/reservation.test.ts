import postgres from "postgres";
import { expect, inject, test } from "vitest";
import { watch } from "./reservation.ts";

test("a reader learns that its company could not be set, though its own statement succeeded in the company before", async () => {
  const sql = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  const read = async (first: string) => {
    const connection = await sql.reserve();
    const { applied, release } = watch(connection, first);
    const [row] = await connection`select current_setting('app.company_id') as company`;
    const told = await applied.then(() => "set", (error) => error.code);
    release();
    return [row!.company, told];
  };
  expect(await read("set app.company_id = '1'")).toEqual(["1", "set"]);
  expect(await read("set app.company_id = ")).toEqual(["1", "42601"]);
  expect(await read("set app.company_id = '2'")).toEqual(["2", "set"]);
  await sql.end();
});
