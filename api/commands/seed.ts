// `npm run seed`: fills this installation's database. Plain: a small company to look at. `-- --bench`: the benches' data set.
// `-- --tickets N`: N more tickets for the bench company.
import { join } from "node:path";
import process from "node:process";
import { startEmbedded } from "../../db/embedded.ts";
import { apiLogin, migrate } from "../../db/migrate.ts";
import { addTickets, BENCH_LINE, type BenchSize, seedBench } from "../../db/seed-bench.ts";
import { seedDemo } from "../../db/seed.ts";
import { connectDatabase, disconnectDatabase } from "../../db/tenant.ts";
import { readEnv } from "../core/env.ts";
import { firstStart } from "../first-start.ts";
import { hashPassword } from "../core/secrets/password.ts";
import { seal, setSecret } from "../core/secrets/seal.ts";
import { readSecret } from "../core/secrets/secret.ts";
import { BENCH_PASSWORD } from "../../db/seed-bench.ts";

const say = (line: string) => console.log(`  ${line}`);

/** The bench's data set with the installation's own secret. */
export async function loadBench(ownerUrl: string, size: BenchSize = "usual"): Promise<void> {
  const place = `connection:${BENCH_LINE.companyId}:${BENCH_LINE.connectionId}`;
  await seedBench(ownerUrl, {
    passwordHash: await hashPassword(BENCH_PASSWORD),
    seal: (settings) => seal(new TextEncoder().encode(JSON.stringify(settings)), place),
    size,
    say,
  });
}

/** Migrates and makes company 1 with its super user, as the product's own first start does. */
export async function prepareDatabase(ownerUrl: string, secret: string, env = readEnv()): Promise<void> {
  await migrate(ownerUrl, secret);
  connectDatabase({ owner: ownerUrl, api: apiLogin(ownerUrl, secret).url }, { api: 1, owner: 1 });
  const first = await firstStart(env);
  if (first?.password) say(`super user ${first.email}, password ${first.password} (shown this once)`);
  await disconnectDatabase(1);
}

async function run(args: string[]): Promise<void> {
  const env = readEnv();
  await Deno.mkdir(env.DATA_DIR, { recursive: true });
  const secret = await readSecret(env);
  setSecret(secret);
  // A database that the product has open stays open.
  const inUse = await Deno.stat(join(env.DATA_DIR, "postgres", "postmaster.pid")).then(() => true, () => false);
  const server = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR, secret);
  const url = env.DATABASE_URL ?? server!.url;
  try {
    await prepareDatabase(url, secret, env);
    const more = args.indexOf("--tickets");
    if (args.includes("--bench")) await loadBench(url);
    if (more >= 0) await addTickets(url, readCount(args[more + 1]), say);
    else if (!args.includes("--bench")) await seedDemo(url, { hashPassword, say });
  } finally {
    if (!inUse) await server?.stop();
  }
}

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
