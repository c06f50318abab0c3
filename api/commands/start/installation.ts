// The installation's database and files, opened for a command: its own PostgreSQL is left as it was found.
import { join } from "node:path";
import { startEmbedded } from "../../../db/embedded.ts";
import { apiLogin, isUpToDate } from "../../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, platform } from "../../../db/tenant.ts";
import { readEnv } from "../../core/env.ts";
import { setMediaRoot } from "../../core/media/media.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { readSecret } from "../../core/secrets/secret.ts";

/** Opens the installation that the environment names. Throws where this version was not started there yet: its tables are not there. */
export async function openInstallation(): Promise<{ close: () => Promise<void> }> {
  const env = readEnv();
  const { secret, previous } = await readSecret(env);
  setSecret(secret, previous);
  setMediaRoot(join(env.DATA_DIR, "media"));
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, close: () => {} }
    : await embedded(env.DATA_DIR, secret, previous);
  connectDatabase({ owner: database.url, api: apiLogin(database.url, secret).url }, { api: 1, owner: 1 });
  const close = async () => {
    await disconnectDatabase(2);
    await database.close();
  };
  if (!await isUpToDate(platform())) {
    await close();
    throw new Error("This version has not been started here yet. Run npm start once, then this command again.");
  }
  return { close };
}

/** The installation's own PostgreSQL: left running where it ran before, stopped again where it did not. */
async function embedded(
  dataDir: string,
  secret: string,
  previous?: string,
): Promise<{ url: string; close: () => Promise<void> | void }> {
  const serverId = () => Deno.readTextFile(join(dataDir, "postgres", "postmaster.pid")).then(firstLine, () => null);
  const before = await serverId();
  const server = await startEmbedded(dataDir, secret, {}, previous);
  const wasRunning = before !== null && before === await serverId();
  return { url: server.url, close: wasRunning ? () => {} : () => server.stop() };
}
function firstLine(text: string): string {
  return text.split("\n")[0]!;
}
