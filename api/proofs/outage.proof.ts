// A connection that drops rings those who look after connections, once, and says quietly when it is back: real product
// processes, a push service that opens what it is sent. An outage's minute passes by moving its beginning back.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildRequest, readAnswer } from "../contract/client.ts";
import type { Call } from "../contract/endpoint.ts";
import { connections } from "../features/connections/contract.ts";
import { notifications } from "../features/notifications/contract.ts";
import { session } from "../features/session/contract.ts";
import { users } from "../features/users/contract.ts";
import { openWorld, pause, until, type World } from "./harness.ts";
import { openOffice, Worker } from "./harness-office.ts";
import { PushService, type Subscription } from "./harness-push.ts";

const PASSWORD = "Colega-2026-x";
/** Longer than two sweeps, so that a second ring would have come. */
const SILENCE_MS = 11_000;
let service: PushService;
let world: World;
let office: Awaited<ReturnType<typeof openOffice>>;
let line = 0;
let serial = 0;

beforeAll(async () => {
  service = new PushService();
  world = await openWorld(["api,channels", "worker"], { EGRESS_ALLOW: service.host });
  office = await openOffice(world);
  service.publicKey = (await office.admin.call(notifications.rules, {})).publicKey;
  line = Object.values(office.lines)[0]!;
  await up();
}, 180_000);
afterAll(async () => {
  await world?.close();
  await service?.close();
});

interface Colleague {
  worker: Worker;
  device: Subscription;
}
async function colleague(more: Record<string, unknown>, rules: Record<string, unknown> = {}): Promise<Colleague> {
  const email = `q${++serial}@provas.local`;
  const form = { name: `Pessoa ${serial}`, email, password: PASSWORD, queueIds: [], ...more };
  await office.admin.call(users.create, { body: form } as Call<typeof users.create>);
  const request = buildRequest(world.bases[0]!, session.login, { body: { email, password: PASSWORD } });
  const answer = await readAnswer(session.login, await fetch(request));
  const worker = new Worker(world.bases, answer.token, answer.user.id, answer.user.company.id);
  if (Object.keys(rules).length) await worker.call(notifications.changeRules, { body: rules });
  const device = service.subscribe();
  await worker.call(notifications.addDevice, { body: { ...device.form, name: "Aparelho" } });
  return { worker, device };
}

/** The line went down two minutes ago. */
const down = () =>
  world
    .sql`update app.connections set status = 'DISCONNECTED', reason = 'ERR_PROVIDER_AUTH', since = now() - interval '2 minutes', connected_at = now() where id = ${line}`;
const status = async () => {
  const [row] = await world.sql<{ status: string }[]>`select status from app.connections where id = ${line}`;
  return row!.status;
};
async function up(): Promise<void> {
  await office.admin.call(connections.retry, { params: { id: line } });
  await until("the line is up", 20_000, async () => await status() === "CONNECTED");
}
const states = ({ device }: Colleague) =>
  device.got.map((one) => (one.body.data as unknown as { state: string }).state);
const arrives = (who: Colleague, state: string, ms = 30_000) =>
  who.device.arrives(state, (one) => (one.body.data as unknown as { state: string }).state === state, ms);

test("rings admins and people who may see connections, once, in their language, and announces its return silently", async () => {
  const [boss, keeper, attendant, deaf] = [
    await colleague({ profile: "admin", language: "tr" }),
    await colleague({ allowConnections: "enabled" }, { hideText: true }),
    await colleague({}),
    await colleague({ profile: "admin" }, { connections: false }),
  ];
  await down();
  const rang = await arrives(boss, "down");
  const hidden = await arrives(keeper, "down");
  expect(rang.body).toMatchObject({
    notification: { title: "Bağlantı kesildi", tag: `connection-${line}`, navigate: "/connections", lang: "tr" },
    data: { kind: "connection", state: "down" },
  });
  expect(rang.body.notification!.body).toMatch(/ \d\d:\d\d saatinden/);
  expect(rang.headers.get("urgency")).toBe("high");
  expect(hidden.body.notification!.body).toBe("");
  await pause(SILENCE_MS);
  expect([boss, keeper, attendant, deaf].map(states)).toEqual([["down"], ["down"], [], []]);
  await up();
  const back = await arrives(boss, "up");
  expect(back.body.notification).toMatchObject({
    tag: `connection-${line}`,
    silent: true,
    title: "Bağlantı geri geldi",
  });
  expect(back.headers.get("topic")).toBe(rang.headers.get("topic"));
  await arrives(keeper, "up");
  expect([boss, keeper, attendant, deaf].map(states)).toEqual([["down", "up"], ["down", "up"], [], []]);
  await until("nothing shows", 10_000, async () => (await world.sql`select 1 from app.outages_shown`).length === 0);
  for (const { worker } of [boss, keeper, attendant, deaf]) {
    await office.admin.call(users.remove, { params: { id: worker.id } });
  }
});

test("takes its notification away when a person disconnects it, and rings nobody while it stays disconnected", async () => {
  const boss = await colleague({ profile: "admin" });
  await down();
  await arrives(boss, "down");
  await office.admin.call(connections.disconnect, { params: { id: line } });
  const gone = await arrives(boss, "gone");
  expect(gone.body.notification).toBeUndefined();
  await world.sql`update app.connections set since = now() - interval '2 minutes' where id = ${line}`;
  await pause(SILENCE_MS);
  expect(states(boss)).toEqual(["down", "gone"]);
  await up();
  await office.admin.call(users.remove, { params: { id: boss.worker.id } });
});

test("rings once on each device when the worker is killed before or amid the sending", async () => {
  const [one, other] = [await colleague({ profile: "admin" }), await colleague({ profile: "admin" })];
  const worker = world.products[1]!;
  await worker.kill();
  await down();
  await worker.start();
  await arrives(one, "down", 60_000);
  await arrives(other, "down", 60_000);
  await up();
  await arrives(one, "up");
  await arrives(other, "up");
  // Amid the sending: one device has been rung, the other's service has not answered yet.
  let killing: Promise<void> | null = null;
  service.before = async (device) => {
    if (device !== other.device) return;
    await until(
      "the first is noted",
      10_000,
      async () => (await world.sql`select 1 from app.outages_shown`).length > 0,
    );
    await (killing ??= worker.kill());
    throw new Error("nobody waits for this answer any more");
  };
  await down();
  await until("it was hit", 30_000, () => killing !== null);
  await killing;
  service.before = () => Promise.resolve();
  await worker.start();
  await until("the other is rung", 90_000, () => states(other).filter((state) => state === "down").length === 2);
  await pause(SILENCE_MS);
  for (const who of [one, other]) expect(states(who)).toEqual(["down", "up", "down"]);
  expect(service.faults).toEqual([]);
});
