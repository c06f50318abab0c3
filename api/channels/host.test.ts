// One owner at a time, on a real database: hosts of several processes, a channel that counts its open lines.
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { ChannelPlugin } from "../../channels/sdk/mod.ts";
import { type Listener, startListener } from "../../db/listen.ts";
import { apiLogin } from "../../db/migrate.ts";
import { asPlatform, connectDatabase, disconnectDatabase, platform } from "../../db/tenant.ts";
import { readEnv } from "../core/env.ts";
import { setSecret } from "../core/secrets/seal.ts";
import { TEST_SECRET } from "../core/testing/secret.ts";
import { ChannelHost } from "./host.ts";
import { place, type Probe, probe } from "./testing/lines.ts";

const RHYTHM = { ttlS: 3, renewMs: 400, selfFenceMs: 1_500 };
let listener: Listener;
const hosts: ChannelHost[] = [];
beforeAll(() => {
  const owner = inject("databaseUrl");
  setSecret(TEST_SECRET);
  connectDatabase({ owner, api: apiLogin(owner, TEST_SECRET).url }, { api: 6, owner: 6 });
  listener = startListener(owner);
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await listener.stop();
  await disconnectDatabase(1);
});

function start({ plugin }: Probe): ChannelHost {
  const env = { ...readEnv({}), SECRET_KEY: TEST_SECRET, PUBLIC_URL: "http://localhost:8080" };
  const found = new Map([[plugin.manifest.id, { plugin, locales: {}, icon: "" }]]);
  const host = new ChannelHost({ env, stream: null, listener, sessions: true, rhythm: RHYTHM }, found);
  hosts.push(host);
  return host;
}
const until = <T>(look: () => T | Promise<T>, ms = 10_000) => vi.waitUntil(look, { timeout: ms, interval: 20 });
const statusOf = async ({ companyId, id }: { companyId: number; id: number }) => {
  const [row] = await platform()<{ status: string }[]>`
    select status from app.connections where company_id = ${companyId} and id = ${id}`;
  return row!.status;
};

test("a restart opens the line anew and never has two of it, also while it is still being opened", async () => {
  const lines = probe("probe-restart", 150);
  const at = await place("probe-restart");
  const host = start(lines);
  await until(() => lines.opened() === 1);
  // The first is being connected; then three at once; then when it is up.
  host.reopen(at.companyId, at.id);
  await until(() => lines.opened() === 2);
  for (let i = 0; i < 3; i++) host.reopen(at.companyId, at.id);
  await until(() => lines.opened() === 3);
  await until(() => statusOf(at).then((status) => status === "CONNECTED"));
  expect(lines.most()).toBe(1);
});

test("of two processes one has the line; when it stops the other takes over, with a higher fence", async () => {
  const lines = probe("probe-two", 50);
  const at = await place("probe-two");
  const first = start(lines);
  await until(() => lines.open.length === 1);
  start(lines);
  await first.stop();
  await until(() => lines.opened() === 2);
  expect(lines.most()).toBe(1);
  const [lease] = await platform()<{ fence: number }[]>`
    select fence from app.leases where company_id = ${at.companyId} and connection_id = ${at.id}`;
  expect(lease!.fence).toBe(2);
});

test("an owner whose renewal gets no answer closes before its lease runs out, and takes it up again afterwards", async () => {
  const lines = probe("probe-cut");
  const at = await place("probe-cut");
  start(lines);
  await until(() => lines.open.length === 1);
  const old = lines.open[0]!;
  let left = 0;
  await asPlatform(async (tx) => {
    await tx`select 1 from app.leases where company_id = ${at.companyId} and connection_id = ${at.id} for update`;
    await until(() => lines.open.length === 0, RHYTHM.ttlS * 1000);
    const [row] = await platform()<{ left: number }[]>`
      select extract(epoch from expires_at - clock_timestamp())::float8 as left from app.leases where company_id = ${at.companyId} and connection_id = ${at.id}`;
    left = row!.left;
  });
  expect(left).toBeGreaterThan(0);
  expect(old.signal.aborted).toBe(true);
  await expect(old.secrets.set({ key: new Uint8Array(1) })).rejects.toThrow("another process");
  await until(() => lines.open.length === 1);
  expect(lines.most()).toBe(1);
});

test("an owner that was paused past its time writes nothing on waking: no key, no payload, no status, before any timer has run", async () => {
  const lines = probe("probe-paused");
  const at = await place("probe-paused");
  start(lines);
  await until(() => lines.open.length === 1);
  await until(() => statusOf(at).then((status) => status === "CONNECTED"));
  const host = lines.open[0]!;
  // What a paused process sees when it goes on: an hour later, nothing has run in between.
  const late = performance.now() + 3_600_000;
  const pause = vi.spyOn(performance, "now").mockReturnValue(late);
  const deeds = [
    host.secrets.set({ key: new Uint8Array(1) }),
    host.keepPayload({ identities: [] }, "X", new Uint8Array(1)),
    host.status("TIMEOUT", { reason: "stale" }),
  ];
  pause.mockRestore();
  const done = await Promise.allSettled(deeds);
  expect(done.map((one) => one.status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(await statusOf(at)).not.toBe("TIMEOUT");
  expect(host.signal.aborted).toBe(true);
  await until(() => lines.opened() === 2);
  expect(lines.most()).toBe(1);
});

test("a connection whose opening failed is opened at the next turn, not only after a restart", async () => {
  const lines = probe("probe-again");
  const at = await place("probe-again");
  // Held by this process without a session: as after a database that failed between taking and opening.
  const processId = crypto.randomUUID();
  await platform()`
    insert into app.leases (company_id, connection_id, process_id, expires_at) values (${at.companyId}, ${at.id}, ${processId}, now() + interval '1 minute')`;
  const env = { ...readEnv({}), SECRET_KEY: TEST_SECRET, PUBLIC_URL: "http://localhost:8080" };
  const found = new Map([["probe-again", { plugin: lines.plugin, locales: {}, icon: "" }]]);
  hosts.push(new ChannelHost({ env, stream: null, listener, sessions: true, rhythm: RHYTHM, processId }, found));
  await until(() => lines.open.length === 1);
});

test("a linked connection that a dead process left as connected is shown as opening until it is up again", async () => {
  const lines = probe("probe-left", 300);
  const at = await place("probe-left", { status: "CONNECTED", alive_at: new Date(Date.now() - 120_000) });
  start(lines);
  await until(() => statusOf(at).then((status) => status === "OPENING"));
  await until(() => statusOf(at).then((status) => status === "CONNECTED"));
  const [gap] = await platform()<{ s: number }[]>`
    select extract(epoch from now() - from_at)::float8 as s from app.connection_gaps where company_id = ${at.companyId} and connection_id = ${at.id}`;
  expect(gap!.s).toBeGreaterThan(115);
});

test("a deleted connection: its device is unlinked, and its keys are gone, the kept ones too", async () => {
  const lines = probe("probe-deleted");
  const at = await place("probe-deleted");
  const unlinked = vi.fn(() => Promise.resolve());
  const { connect } = lines.plugin;
  const plugin: ChannelPlugin = {
    ...lines.plugin,
    connect: async (...given) => ({ ...await connect(...given), unlink: unlinked }),
  };
  const host = start({ ...lines, plugin });
  await until(() => statusOf(at).then((status) => status === "CONNECTED"));
  const [line] = lines.open;
  await line!.secrets.set({ old: new Uint8Array(1) });
  await line!.secrets.setAside("linked anew");
  await line!.secrets.set({ key: new Uint8Array(1) });
  const kept = async () => {
    const [row] = await platform()<{ n: number }[]>`
      select (select count(*) from app.connection_secrets where connection_id = ${at.id}) + (select count(*) from app.connection_secrets_kept where connection_id = ${at.id}) as n`;
    return row!.n;
  };
  expect(await kept()).toBe(2);
  await platform()`update app.connections set deleted_at = now(), wanted = false where company_id = ${at.companyId} and id = ${at.id}`;
  host.reopen(at.companyId, at.id);
  await until(async () => await kept() === 0);
  expect(unlinked).toHaveBeenCalledTimes(1);
  expect(lines.open).toEqual([]);
});

test("a line that had ended is not asked for by a process that starts; one that a person opens is", async () => {
  const lines = probe("probe-asked");
  await place("probe-asked", { status: "DISCONNECTED", reason: "logged-out" });
  start(lines);
  await until(() => lines.open.length === 1);
  expect(lines.open[0]!.asked).toBe(false);
  await place("probe-asked");
  await until(() => lines.open.length === 2);
  expect(lines.open[1]!.asked).toBe(true);
});
