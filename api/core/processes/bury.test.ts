// What a process that dies leaves, on a real database: the dead are rows of this test, their files are free or held.
import { beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { makeConnection, someone } from "../testing/api.ts";
import { noteManifests } from "../manifests.ts";
import { probe } from "../../channels/testing/lines.ts";
import { metrics } from "../metrics.ts";
import { gauges } from "../../channels/cron.ts";
import { buryDead } from "./bury.ts";
import { countSetAside } from "./set-aside.ts";
import { holds, thisMachine } from "./self.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await Deno.makeTempDir({ prefix: "recado-bury-" });
  await ownDatabase();
  await Deno.mkdir(holds(dataDir));
  noteManifests([probe("bury-linked").plugin.manifest]);
});

interface Other {
  id: string;
  worker: string;
  file: Deno.FsFile;
}
/** Another process of the installation, as its row and its file show it. */
async function another({ machine, silentS = 0 }: { machine?: string; silentS?: number } = {}): Promise<Other> {
  const [id, worker] = [crypto.randomUUID(), `worker-${crypto.randomUUID()}`];
  const file = await Deno.open(join(holds(dataDir), id), { create: true, write: true });
  await file.lock(true);
  const under = machine ?? await thisMachine();
  await asPlatform((tx) =>
    tx`
      insert into app.processes (id, roles, workers, machine, seen)
      values (${id}, 'worker', ${[worker]}, ${under}, now() - make_interval(secs => ${silentS}))`
  );
  return { id, worker, file };
}
const known = async ({ id }: Other) => (await platform()`select 1 from app.processes where id = ${id}`).length === 1;

describe("a process", () => {
  test("is dead as soon as nobody holds its file, and not before", async () => {
    const other = await another();
    expect(await buryDead(dataDir)).toBe(0);
    other.file.close();
    expect(await buryDead(dataDir)).toBe(1);
    expect(await known(other)).toBe(false);
    expect(await buryDead(dataDir)).toBe(0);
  });

  test("of another machine, or without a file here, is dead only when it is silent", async () => {
    const far = await another({ machine: "another kernel" });
    const elsewhere = await another();
    await Deno.remove(join(holds(dataDir), elsewhere.id));
    for (const { file } of [far, elsewhere]) file.close();
    expect(await buryDead(dataDir)).toBe(0);
    await asPlatform((tx) => tx`update app.processes set seen = now() - interval '31 seconds'`);
    expect(await buryDead(dataDir)).toBe(2);
  });

  test("dies once, however many look at the same time", async () => {
    const other = await another();
    const raw = await body([other]);
    other.file.close();
    await Promise.all([buryDead(dataDir), buryDead(dataDir), buryDead(dataDir)]);
    expect(await deaths(raw)).toBe(1);
  });
});

async function body(takenBy: Other[]): Promise<number> {
  const [row] = await asPlatform((tx) =>
    tx<{ id: number }[]>`
      insert into app.inbound_raw (channel, body, taken_by) values ('x', '\\x00', ${
      takenBy.map(({ id }) => id)
    }::uuid[]) returning id`
  );
  return row!.id;
}
async function deaths(id: number): Promise<number> {
  const [row] = await platform()<{ deaths: number }[]>`select deaths from app.inbound_raw where id = ${id}`;
  return row!.deaths;
}

test("a body counts the deaths of those that were at it", async () => {
  const [first, second] = [await another(), await another()];
  const [both, one, none] = [await body([first, second]), await body([second]), await body([])];
  first.file.close();
  await buryDead(dataDir);
  second.file.close();
  await buryDead(dataDir);
  expect(await Promise.all([both, one, none].map(deaths))).toEqual([2, 1, 0]);
});

test("a connection of a dead process is free at once; a linked one says no longer that it is up, another still does", async () => {
  const admin = await someone();
  const other = await another();
  const ids = [await makeConnection(admin, "bury-linked"), await makeConnection(admin, "bury-called")];
  for (const id of ids) {
    await asPlatform((tx) =>
      tx`
        with up as (update app.connections set status = 'CONNECTED', alive_at = now() where company_id = ${admin.companyId} and id = ${id} returning id)
        insert into app.leases (company_id, connection_id, process_id, expires_at) select ${admin.companyId}, id, ${other.id}, now() + interval '15 seconds' from up`
    );
  }
  other.file.close();
  await buryDead(dataDir);
  const rows = await platform()`
    select c.status, l.expires_at < now() as free from app.connections c join app.leases l on l.company_id = c.company_id and l.connection_id = c.id
    where c.company_id = ${admin.companyId} and c.id = any (${ids}) order by c.id`;
  expect(rows).toEqual([{ status: "OPENING", free: true }, { status: "CONNECTED", free: true }]);
});

describe("a job that ends its process", () => {
  const add = async () =>
    (await asPlatform((tx) => tx<{ id: number }[]>`select id from graphile_worker.add_job('deadly', '{}')`))[0]!.id;
  /** It is at work when its process dies. */
  async function kill(...ids: number[]) {
    const other = await another();
    await asPlatform((tx) =>
      tx`
        update graphile_worker._private_jobs set locked_by = ${other.worker}, locked_at = now(), attempts = attempts + 1 where id = any (${ids}::bigint[])`
    );
    other.file.close();
    await buryDead(dataDir);
  }
  const jobs = (...ids: number[]) =>
    platform()`
      select locked_by is null as free, attempts < max_attempts as again, round(extract(epoch from run_at - now()))::int > 0 as later
      from graphile_worker._private_jobs where id = any (${ids}::bigint[]) order by id`;

  test("is tried again twice, then set aside, and the operator's numbers say so", async () => {
    const id = await add();
    await kill(id);
    await kill(id);
    expect(await jobs(id)).toEqual([{ free: true, again: true, later: false }]);
    await kill(id);
    expect(await jobs(id)).toEqual([{ free: true, again: false, later: false }]);
    await gauges.run({ dataDir, channels: {} as never });
    expect((await metrics.setAside.get()).values).toContainEqual({ labels: { kind: "job" }, value: 1 });
  });

  test("is not set aside where another took its place while it was at work", async () => {
    const turn = () =>
      asPlatform((tx) =>
        tx<{ id: number }[]>`select id from graphile_worker.add_job('turn', '{}', job_key := 'a turn')`
      );
    const { jobs: before } = await countSetAside();
    const [first] = await turn();
    const other = await another();
    await asPlatform((tx) =>
      tx`update graphile_worker._private_jobs set locked_by = ${other.worker}, locked_at = now(), attempts = 1 where id = ${
        first!.id
      }`
    );
    const [second] = await turn();
    other.file.close();
    await buryDead(dataDir);
    expect(await jobs(first!.id, second!.id)).toMatchObject([{ free: true, again: false }, {
      free: true,
      again: true,
    }]);
    expect((await countSetAside()).jobs).toBe(before);
  });

  test("takes no others along: after the second death they come back one by one", async () => {
    const ids = [await add(), await add(), await add()];
    await kill(...ids);
    expect((await jobs(...ids)).map(({ later }) => later)).toEqual([false, false, false]);
    await kill(...ids);
    expect((await jobs(...ids)).map(({ later }) => later)).toEqual([false, true, true]);
  });
});
