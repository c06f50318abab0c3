// `npm run seed`: fills this installation's database. Plain: a small company to look at. `-- --bench`: the benches' data set.
// `-- --tickets N`: N more tickets for the bench company.
import { join } from "node:path";
import process from "node:process";
import { startEmbedded } from "../../db/embedded.ts";
import { addTickets } from "../../db/seed-bench.ts";
import { seedDemo } from "../../db/seed.ts";
import { loadBench, prepareDatabase, say } from "../bench/setup/data.ts";
import { readEnv } from "../core/env.ts";
import { hashPassword } from "../core/secrets/password.ts";
import { seal, setSecret } from "../core/secrets/seal.ts";
import { readSecret } from "../core/secrets/secret.ts";

async function run(args: string[]): Promise<void> {
  const env = readEnv();
  await Deno.mkdir(env.DATA_DIR, { recursive: true });
  const { secret, previous } = await readSecret(env);
  setSecret(secret, previous);
  // A database that the product has open stays open.
  const inUse = await Deno.stat(join(env.DATA_DIR, "postgres", "postmaster.pid")).then(() => true, () => false);
  const server = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR, secret, {}, previous);
  const url = env.DATABASE_URL ?? server!.url;
  try {
    await prepareDatabase(url, secret, env);
    const more = args.indexOf("--tickets");
    if (args.includes("--bench")) await loadBench(url);
    if (more >= 0) await addTickets(url, readCount(args[more + 1]), say);
    else if (!args.includes("--bench")) await seedDemo(url, { hashPassword, seal: sealSettings, say });
  } finally {
    if (!inUse) await server?.stop();
  }
}

const sealSettings = (settings: Record<string, unknown>, place: string) =>
  seal(new TextEncoder().encode(JSON.stringify(settings)), place);

function readCount(given: string | undefined): number {
  const count = Number(given);
  if (Number.isSafeInteger(count) && count > 0 && count <= 10_000_000) return count;
  throw new Error("--tickets wants a number of tickets, for example --tickets 1000.");
}

if (import.meta.main) {
  try {
    await run(Deno.args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  process.exit(0);
}
