import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { expect, test } from "vitest";
import { startEmbedded } from "./embedded.ts";

const pidOf = async (folder: string) =>
  Number((await Deno.readTextFile(join(folder, "postgres", "postmaster.pid"))).split("\n")[0]);

test(
  "the bundled server is started again on its port when it is killed, with what was committed, and not after it was stopped",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "recado-embedded-" });
    const server = await startEmbedded(folder, "a secret of a test");
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    try {
      await sql`create table kept (word text)`;
      await sql`insert into kept values ('ação')`;
      const first = await pidOf(folder);
      process.kill(first, "SIGKILL");
      await expect.poll(() => pidOf(folder).catch(() => first), { timeout: 60_000 }).not.toBe(first);
      const wordsNow = async () => (await sql<{ word: string }[]>`select word from kept`).map(({ word }) => word);
      await expect.poll(() => wordsNow().catch(() => null), { timeout: 60_000 }).toEqual(["ação"]);
    } finally {
      await sql.end({ timeout: 1 });
      await server.stop();
    }
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await expect(pidOf(folder)).rejects.toThrow(Deno.errors.NotFound);
    await Deno.remove(folder, { recursive: true });
  },
  120_000,
);
