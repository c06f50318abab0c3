// A database of a file's own, on the server of the run: for tests that change the schema.
import { afterAll, inject } from "vitest";
import postgres from "postgres";
import { migrate } from "../../../db/migrate.ts";
import { testApp } from "./api.ts";
import { TEST_SECRET } from "./secret.ts";

/** Makes the database and opens the application on it; it goes when the file's tests have ended. */
export async function ownDatabase(): Promise<void> {
  const name = `own_${crypto.randomUUID().slice(0, 8)}`;
  const server = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;
  await migrate(url, TEST_SECRET);
  afterAll(async () => {
    await server.unsafe(`drop database ${name} with (force)`);
    await server.end();
  });
  await testApp(undefined, url);
}
