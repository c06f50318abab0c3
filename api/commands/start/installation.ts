// The installation's database and files, opened for a command: its own PostgreSQL is left as it was found.
import { join } from "node:path";
import { startEmbedded } from "../../../db/embedded.ts";
import { apiLogin, isUpToDate } from "../../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, platform } from "../../../db/tenant.ts";
import { readEnv } from "../../core/env.ts";
import { setMediaRoot } from "../../core/media/media.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { readSecret, type Secrets } from "../../core/secrets/secret.ts";

/** Opens the installation that the environment names. Throws where this version was not started there yet: its tables are not there. */
export async function openInstallation(): Promise<{ close: () => Promise<void> }> {
  const env = readEnv();
  const secrets = await readSecret(env);
  setSecret(secrets.secret, secrets.previous);
  setMediaRoot(join(env.DATA_DIR, "media"));
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, close: () => {} }
    : await openEmbedded(env.DATA_DIR, secrets);
  connectDatabase({ owner: database.url, api: apiLogin(database.url, secrets.secret).url }, { api: 1, owner: 1 });
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
export async function openEmbedded(
  dataDir: string,
  { secret, previous }: Secrets,
): Promise<{ url: string; superuserUrl: string; close: () => Promise<void> | void }> {
  const serverId = () => Deno.readTextFile(join(dataDir, "postgres", "postmaster.pid")).then(firstLine, () => null);
  const before = await serverId();
  const { url, superuserUrl, stop } = await startEmbedded(dataDir, secret, {}, previous);
  const wasRunning = before !== null && before === await serverId();
  return { url, superuserUrl, close: wasRunning ? () => {} : stop };
}
function firstLine(text: string): string {
  return text.split("\n")[0]!;
}
