// Fills a database: as the first start does, and with the data set of the benches.
import { apiLogin, migrate } from "../../../db/migrate.ts";
import { BENCH_LINE, BENCH_PASSWORD, type BenchSize, seedBench } from "../../../db/seed-bench.ts";
import { connectDatabase, disconnectDatabase } from "../../../db/tenant.ts";
import { readEnv } from "../../core/env.ts";
import { hashPassword } from "../../core/secrets/password.ts";
import { seal } from "../../core/secrets/seal.ts";
import { firstStart } from "../../first-start.ts";

/** A line of progress. */
export const say = (line: string) => console.log(`  ${line}`);

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
