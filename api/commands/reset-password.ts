// `npm run reset-password -- email`: a new password for somebody who lost theirs, printed once; `--without-factors` takes their
// second factors away too
// (docs/product/session.md#lost-password).
import { join } from "node:path";
import process from "node:process";
import { startEmbedded } from "../../db/embedded.ts";
import { apiLogin } from "../../db/migrate.ts";
import { connectDatabase, disconnectDatabase } from "../../db/tenant.ts";
import { readEnv } from "../core/env.ts";
import { setSecret } from "../core/secrets/seal.ts";
import { readSecret } from "../core/secrets/secret.ts";
import { resetPassword } from "../features/session/actions.ts";

async function run(email: string | undefined, withoutFactors: boolean): Promise<number> {
  if (!email?.includes("@")) {
    console.error("Say whose password: npm run reset-password -- person@example.com [--without-factors]");
    return 1;
  }
  const env = readEnv();
  const { secret, previous } = await readSecret(env);
  setSecret(secret, previous);
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, close: () => {} }
    : await embedded(env.DATA_DIR, secret, previous);
  try {
    connectDatabase({ owner: database.url, api: apiLogin(database.url, secret).url }, { api: 1, owner: 1 });
    const password = await resetPassword(email, { withoutFactors });
    if (password === null) console.error(`Nobody signs in as ${email}.`);
    else {console.log(
        `The new password of ${email}, shown this once: ${password}\nIt opens the account for seven days; they choose their own when they sign in. Their sessions have ended.`,
      );}
    return password === null ? 1 : 0;
  } finally {
    await disconnectDatabase(2);
    await database.close();
  }
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

try {
  const words = process.argv.slice(2);
  process.exit(await run(words.find((word) => !word.startsWith("--")), words.includes("--without-factors")));
} catch (error) {
  console.error("The password could not be reset:", error instanceof Error ? error.message : error);
  process.exit(1);
}
