// One real PostgreSQL for all tests of a run, in a folder that goes away. Tests share it; each is its own company.
import process from "node:process";
import { startEmbedded } from "../../../db/embedded.ts";
import { migrate } from "../../../db/migrate.ts";
import { TEST_SECRET } from "./secret.ts";

export default async function setup(
  project: { provide: (key: "databaseUrl", value: string) => void },
): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL;
  if (outside) {
    await migrate(outside, TEST_SECRET);
    project.provide("databaseUrl", outside);
    return async () => {};
  }
  const folder = await Deno.makeTempDir({ prefix: "recado-test-" });
  const server = await startEmbedded(folder, TEST_SECRET);
  await migrate(server.url, TEST_SECRET);
  project.provide("databaseUrl", server.url);
  return async () => {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  };
}
