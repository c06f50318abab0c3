// Jobs, timed work and what is kept for a time are found by the names of their files: nobody can forget to list them.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { asPlatform, type Tx, withTenant } from "../../db/tenant.ts";
import { ROOMS } from "./found.ts";
import { enqueue, findJobs, startWorker } from "./jobs.ts";
import { findKept, sweepRetention } from "./sweep.ts";
import { someone } from "./testing/api.ts";
import { findTimed, startCron } from "./timed.ts";

let root: string;
const did: unknown[] = [];
const core = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const at = (path: string) => join(root, path);
const rooms = () => pathToFileURL(`${root}/`);

/** A server of one feature, whose files nobody has ever listed. */
beforeAll(async () => {
  Object.assign(globalThis, { did });
  root = await Deno.makeTempDir({ prefix: "recado-found-" });
  for (const folder of [...ROOMS, "features/pets/vets"]) await Deno.mkdir(at(folder), { recursive: true });
  const feed =
    `job(task("pets.feed", { parse: (data) => data }), () => Promise.resolve({ work: (...given) => globalThis.did.push(given) }))`;
  await Deno.writeTextFile(
    at("features/pets/vets/jobs.ts"),
    `import { job, task } from ${core("jobs.ts")};\nexport const feed = ${feed};\nexport const bowls = 3;\n`,
  );
  await Deno.writeTextFile(
    at("features/pets/cron.ts"),
    `import { timed } from ${core("timed.ts")};
     export const walk = timed("walk", 20, ({ dataDir }) => Promise.resolve(globalThis.did.push(dataDir)));\n`,
  );
  await Deno.writeTextFile(
    at("features/pets/retention.ts"),
    `import { keep } from ${
      core("retention.ts")
    };\nexport const bones = keep("bones", "t.at < now() - interval '1 day'");\n`,
  );
});
afterAll(() => Deno.remove(root, { recursive: true }));

describe("jobs", () => {
  test("a job that any jobs.ts declares is run by the worker", async () => {
    const [feed] = await findJobs(rooms());
    const { companyId } = await someone();
    const worker = await startWorker(inject("databaseUrl"), await findJobs(rooms()));
    try {
      await withTenant({ companyId }, (tx: Tx) => enqueue(tx, feed!, { bowl: "ração" }));
      await expect.poll(() => did).toContainEqual([companyId, { bowl: "ração" }]);
    } finally {
      await worker.stop();
    }
  });

  test("every task that the source declares has its job", async () => {
    const declared: string[] = [];
    const walk = async (folder: string): Promise<void> => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        const path = join(folder, name);
        if (isDirectory) await walk(path);
        else if (name === "tasks.ts") {
          declared.push(
            ...[...(await Deno.readTextFile(path)).matchAll(/= task\(\s*"([^"]+)"/g)].map(([, task]) => task!),
          );
        }
      }
    };
    await walk("api");
    expect((await findJobs()).map(({ name }) => name).sort()).toEqual(declared.sort());
    expect(declared).toContain("messages.deliver");
  });

  test("two of one name stop the start", async () => {
    const again = at("core/jobs.ts");
    await Deno.copyFile(at("features/pets/vets/jobs.ts"), again);
    await expect(findJobs(rooms())).rejects.toThrow("Two jobs are called pets.feed.");
    await Deno.remove(again);
  });
});

test("timed work that any cron.ts declares comes round again", async () => {
  const stop = startCron(await findTimed(rooms()), { dataDir: "folder", channels: {} as never });
  await expect.poll(() => did.filter((one) => one === "folder").length).toBeGreaterThan(1);
  stop();
  expect((await findTimed()).map(({ name }) => name)).toEqual(expect.arrayContaining(
    ["gauges", "inbound", "outages", "processes", "retention", "silent", "timed"],
  ));
});

describe("rows that are kept for a time", () => {
  test("is found in any retention.ts", async () => {
    expect((await findKept(rooms())).map(({ table }) => table)).toEqual(["bones"]);
  });

  test("is each table with a time limit, and each condition is SQL", async () => {
    const kept = await findKept();
    for (const { table, past } of kept) {
      await asPlatform((tx) => tx.unsafe(`select from app.${table} t where ${past} limit 1`));
    }
    expect(kept.map(({ table }) => table)).toEqual(expect.arrayContaining([
      ...["audit", "channel_requests", "connection_gaps", "connection_secrets", "connection_secrets_kept", "devices"],
      ...["drafts", "early_updates", "events", "idempotency_keys", "inbound_raw", "login_attempts", "message_payloads"],
      ...["notifications_shown", "number_checks", "past_messages", "quick_messages", "sessions", "uploads"],
    ]));
  });

  test("goes once it is past its time, however many rows there are", async () => {
    const { companyId } = await someone();
    await asPlatform((tx) =>
      tx`
        insert into app.audit (company_id, action, at)
        select ${companyId}, 'x', now() - case when n <= 12000 then interval '366 days' else interval '364 days' end
        from generate_series(1, 12003) n`
    );
    expect(await sweepRetention()).toBeGreaterThanOrEqual(12_000);
    const [left] = await asPlatform((tx) =>
      tx<{ n: number }[]>`select count(*) as n from app.audit where company_id = ${companyId}`
    );
    expect(left!.n).toBe(3);
  });
});
