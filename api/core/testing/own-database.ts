// A database of a file's own, on the server of the run: for tests that change the schema.
import { inject } from "vitest";
import { migrate } from "../../../db/migrate.ts";
import { afterFile } from "./after-file.ts";
import { testApp } from "./api.ts";
import { copyDatabase } from "./databases.ts";
import { TEST_SECRET } from "./secret.ts";

/** Makes the database and opens the application on it; it goes when the file's tests have ended. Answers its owner's address. */
export async function ownDatabase(): Promise<string> {
  const { url, drop } = await copyDatabase(inject("templateUrl"), "own");
  afterFile(drop);
  await migrate(url, TEST_SECRET);
  await testApp(undefined, url);
  return url;
}
