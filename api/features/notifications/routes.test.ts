import { createECDH, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../contract/endpoint.ts";
import { seal } from "../../core/secrets/seal.ts";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { readOrMake, vapidKeys } from "../../core/secrets/vapid.ts";
import { sweepRetention } from "../../core/sweep.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { notifications as calls } from "./contract.ts";
import { targets } from "./push/devices.ts";
import { type PushResult, showsEverything, type Subscription, usable } from "./push/push-service.ts";
import { work as ring } from "./ring.ts";
import { work as clear } from "./clear.ts";
import { ClearData, RingData } from "./tasks.ts";

beforeAll(async () => {
  await testApp();
});

const keys = () => {
  const ecdh = createECDH("prime256v1");
  return { p256dh: ecdh.generateKeys().toString("base64url"), auth: randomBytes(16).toString("base64url") };
};
const form = (endpoint = `https://push.example/${crypto.randomUUID()}`) => ({ endpoint, keys: keys(), name: "Chrome" });
const add = (person: Person, body = form()) => person.call(calls.addDevice, { body });
const inCompany = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);

/** Jobs of this company that wait, by name. */
async function waiting(person: Person): Promise<{ name: string; data: Record<string, unknown> }[]> {
  return await asPlatform((tx) =>
    tx<{ name: string; data: Record<string, unknown> }[]>`
      select t.identifier as name, j.payload -> 'data' as data from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.payload ->> 'companyId')::bigint = ${person.companyId} and t.identifier like 'notifications.%' order by j.id`
  );
}
interface Sent {
  endpoint: string;
  payload: { notification?: { title: string; body: string; app_badge: number }; data: { kind: string } };
}
/** A push service inside the test process, with answers that the test sets. */
function service(answer: (to: Subscription) => PushResult = () => "sent") {
  const sent: Sent[] = [];
  const send = (to: Subscription, payload: string) => {
    const result = answer(to);
    if (result === "sent") sent.push({ endpoint: to.endpoint, payload: JSON.parse(payload) });
    return Promise.resolve(result);
  };
  return { sent, send, now: () => new Date() };
}

describe("rules", () => {
  test("begin with waiting tickets at any time, and keep the fields that a change leaves out", async () => {
    const person = await someone();
    const queueId = await makeQueue(person);
    const quiet = { on: false, from: "22:00", to: "07:00" };
    const { publicKey } = await vapidKeys();
    expect(await person.call(calls.rules)).toEqual({
      level: "waiting",
      queues: [],
      quiet,
      hideText: false,
      connections: true,
      publicKey,
      companyHidesText: false,
    });
    await person.call(calls.changeRules, { body: { queues: [{ queueId, level: "none" }], level: "mine" } });
    await person.call(calls.changeRules, { body: { quiet: { on: true, from: "20:00", to: "08:00" } } });
    expect(await person.call(calls.changeRules, { body: { hideText: true } })).toEqual({
      level: "mine",
      connections: true,
      queues: [{ queueId, level: "none" }],
      quiet: { on: true, from: "20:00", to: "08:00" },
      hideText: true,
    });
    expect((await (await someone({ colleagueOf: person })).call(calls.rules)).level).toBe("waiting");
  });

  test("keep every part when several devices change one part each at once", async () => {
    const person = await someone();
    const queueId = await makeQueue(person);
    const quiet = { on: true, from: "21:00", to: "06:00" };
    const parts = [{ level: "mine" as const }, { hideText: true }, { quiet }, {
      queues: [{ queueId, level: "none" as const }],
    }];
    await Promise.all(parts.map((body) => person.call(calls.changeRules, { body })));
    expect(await person.call(calls.rules)).toMatchObject(Object.assign({}, ...parts));
  });

  test("name only queues of the company, and lose a queue that is deleted", async () => {
    const [person, other] = await Promise.all([someone(), someone()]);
    const foreign = await makeQueue(other);
    await expect(person.call(calls.changeRules, { body: { queues: [{ queueId: foreign, level: "mine" }] } })).rejects
      .toMatchObject({ code: "ERR_NO_QUEUE_FOUND" });
    expect((await person.call(calls.rules)).queues).toEqual([]);
  });

  test("are announced to that person only, and say whether the company hides text", async () => {
    const person = await someone({ settings: { pushText: "disabled" } });
    expect((await person.call(calls.rules)).companyHidesText).toBe(true);
    await person.call(calls.changeRules, { body: { level: "none" } });
    const [event] = await inCompany(
      person,
      (tx) => tx<{ name: string; audience: string[] }[]>`select name, audience from app.events order by position desc`,
    );
    expect(event).toEqual({ name: `company-${person.companyId}-notifications`, audience: [`user:${person.userId}`] });
  });
});

describe("devices", () => {
  test("the same endpoint is the same device when it comes again, also for another person", async () => {
    const person = await someone();
    const body = form();
    const first = await add(person, body);
    expect(await add(person, { ...body, name: "Outro nome" })).toMatchObject({ id: first.id, name: "Outro nome" });
    const colleague = await someone({ colleagueOf: person });
    await add(colleague, body);
    expect(await person.call(calls.devices)).toEqual([]);
    expect(await colleague.call(calls.devices)).toMatchObject([{ name: "Chrome", current: true, rangAt: null }]);
  });

  test("a browser stays one device when it renews its subscription", async () => {
    const person = await someone();
    await add(person);
    const { id } = await add(person);
    expect((await person.call(calls.devices)).map((device) => device.id)).toEqual([id]);
  });

  test("a browser belongs to the company it registered with last; a stolen address alone moves no device", async () => {
    const [one, other, thief] = await Promise.all([someone(), someone(), someone()]);
    const body = form();
    await add(one, body);
    await add(thief, { ...form(), endpoint: body.endpoint });
    expect(await one.call(calls.devices)).toHaveLength(1);
    await add(other, body);
    expect(await one.call(calls.devices)).toEqual([]);
    expect(await thief.call(calls.devices)).toHaveLength(1);
  });

  test("are removed one by one, each by its own person only", async () => {
    const person = await someone();
    const { id } = await add(person);
    const colleague = await someone({ colleagueOf: person, profile: "admin" });
    const gone = { code: "ERR_NO_DEVICE_FOUND" };
    await expect(colleague.call(calls.removeDevice, { params: { id } })).rejects.toMatchObject(gone);
    await person.call(calls.removeDevice, { params: { id } });
    await expect(person.call(calls.removeDevice, { params: { id } })).rejects.toMatchObject(gone);
  });

  test("ring no more when their session has ended, in any way", async () => {
    const person = await someone();
    await add(person);
    const alive = () => inCompany(person, (tx) => targets(tx, [person.userId], 0));
    expect(await alive()).toHaveLength(1);
    for (const [column, past] of [["expires_at", "1 second"], ["rotated_at", "7 days 1 second"]] as const) {
      await inCompany(person, (tx) => tx.unsafe(`update app.sessions set ${column} = now() - interval '${past}'`));
      expect([column, await alive()]).toEqual([column, []]);
      await inCompany(
        person,
        (tx) => tx`update app.sessions set expires_at = now() + interval '1 day', rotated_at = now()`,
      );
    }
    expect(await alive()).toHaveLength(1);
  });

  test("are swept when unused for 90 days", async () => {
    const [old, used] = await Promise.all([someone(), someone()]);
    await Promise.all([add(old), add(used)]);
    await inCompany(old, (tx) => tx`update app.devices set used_at = now() - interval '91 days'`);
    await inCompany(used, (tx) => tx`update app.devices set used_at = now() - interval '89 days'`);
    await sweepRetention();
    expect(await old.call(calls.devices)).toEqual([]);
    expect(await used.call(calls.devices)).toHaveLength(1);
  });

  test("their addresses are in no answer", async () => {
    const person = await someone();
    const body = form();
    const made = await add(person, body);
    const all = JSON.stringify([made, await person.call(calls.devices)]);
    for (const secret of [body.endpoint, body.keys.p256dh, body.keys.auth]) expect(all).not.toContain(secret);
  });
});

describe("an address", () => {
  const given = (endpoint: string) => usable({ endpoint, ...keys() });
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("%s is taken", (endpoint) => expect(given(endpoint)?.endpoint).toBe(endpoint));
  test.each([
    "http://fcm.googleapis.com/x",
    "ftp://push.example/x",
    "https://localhost/x",
    "https://intranet/x",
    "https://a.internal/x",
    "https://a.local/x",
    "https://169.254.169.254/latest",
    "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://0x7f000001/x",
    "https://user@push.example/x",
    `https://push.example/${"x".repeat(2000)}`,
  ])("%s is not", (endpoint) => expect(given(endpoint)).toBeNull());
  test.each<[string, Partial<Subscription>]>([
    ["a point off the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["a short key", { p256dh: "AAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["other characters", { auth: "+".repeat(22) }],
  ])(
    "%s is not usable",
    (_, wrong) => expect(usable({ endpoint: "https://push.example/1", ...keys(), ...wrong })).toBeNull(),
  );
  test("of Apple gets nothing silent", () => {
    expect(showsEverything("https://web.push.apple.com/abc")).toBe(true);
    expect(showsEverything("https://web.push.apple.com.evil.example/abc")).toBe(false);
  });
});

describe("the key pair", () => {
  test("is the same for all callers when they ask at once", async () => {
    const pairs = await Promise.all(Array.from({ length: 8 }, () => asPlatform(readOrMake)));
    expect(new Set(pairs.map((pair) => pair.publicKey)).size).toBe(1);
    expect(pairs[0]).toEqual(await vapidKeys());
  });
  test("is made anew, and its devices are removed, when another secret sealed it", async () => {
    const person = await someone();
    await add(person);
    const back = new Error("rolled back");
    await asPlatform(async (tx) => {
      const before = await readOrMake(tx);
      const foreign = seal(new Uint8Array(32), "bound elsewhere");
      await tx`update app.platform_secrets set sealed = ${foreign} where name = 'vapid'`;
      const made = await readOrMake(tx);
      expect(made.publicKey).not.toBe(before.publicKey);
      expect(await tx`select 1 from app.devices where company_id = ${person.companyId}`).toHaveLength(0);
      throw back;
    }).catch((error) => expect(error).toBe(back));
  });
});

describe("a ring", () => {
  test("gets no job in a company without devices, and one job for a burst of messages in another", async () => {
    const person = await someone();
    const connectionId = await makeConnection(person);
    await customerWrites(person, { connectionId, from: "a" });
    expect(await waiting(person)).toEqual([]);
    await add(person);
    for (const text of ["um", "dois", "três"]) await customerWrites(person, { connectionId, from: "a", text });
    await customerWrites(person, { connectionId, from: "a", fromMe: true });
    const jobs = await waiting(person);
    expect(jobs).toMatchObject([{ name: "notifications.ring", data: { why: "message", authorId: null } }]);
    expect(jobs[0]!.data.ring).toEqual(expect.any(Number));
  });

  test("reaches each device once when its job is tried again; failed pushes are sent again, gone devices removed", async () => {
    const person = await someone();
    const colleagues = await Promise.all(
      [1, 2].map(() => someone({ colleagueOf: person, flags: { all_tickets: true } })),
    );
    const bodies = [form(), form(), form()];
    await Promise.all([person, ...colleagues].map((one, index) => add(one, bodies[index]!)));
    const connectionId = await makeConnection(person);
    await customerWrites(person, { connectionId, name: "Ana", text: "Oi" });
    const data = RingData.parse((await waiting(person))[0]!.data);
    const [fine, busy, gone] = bodies.map((body) => body.endpoint);
    const first = service(({ endpoint }) => endpoint === busy ? "later" : endpoint === gone ? "gone" : "sent");
    await expect(ring(person.companyId, data, first)).rejects.toThrow();
    expect(first.sent.map((one) => one.endpoint)).toEqual([fine]);
    expect(first.sent[0]!.payload.notification).toMatchObject({ title: "Ana", body: "Oi", app_badge: 1 });
    const second = service();
    await ring(person.companyId, data, second);
    expect(second.sent.map((one) => one.endpoint)).toEqual([busy]);
    const third = service();
    await ring(person.companyId, data, third);
    expect(third.sent).toEqual([]);
    expect(await colleagues[1]!.call(calls.devices)).toEqual([]);
  });

  test("reaches nobody when the company is switched off or its plan has expired", async () => {
    const person = await someone();
    await add(person);
    const connectionId = await makeConnection(person);
    await customerWrites(person, { connectionId });
    const data = RingData.parse((await waiting(person))[0]!.data);
    for (const change of ["active = false", "active = true, due_at = now() - interval '1 hour'"]) {
      await asPlatform((tx) => tx.unsafe(`update app.companies set ${change} where id = ${person.companyId}`));
      const silent = service();
      await ring(person.companyId, data, silent);
      expect([change, silent.sent]).toEqual([change, []]);
    }
  });

  test("reaches nobody in quiet hours of the company's clock", async () => {
    const person = await someone();
    await add(person);
    await person.call(calls.changeRules, { body: { quiet: { on: true, from: "22:00", to: "07:00" } } });
    const connectionId = await makeConnection(person);
    await customerWrites(person, { connectionId });
    const data = RingData.parse((await waiting(person))[0]!.data);
    // São Paulo is three hours behind.
    for (
      const [now, count] of [["2026-01-15T02:00:00Z", 0], ["2026-01-15T09:59:00Z", 0], [
        "2026-01-15T10:00:00Z",
        1,
      ]] as const
    ) {
      const at = { ...service(), now: () => new Date(now) };
      await ring(person.companyId, data, at);
      expect([now, at.sent.length]).toEqual([now, count]);
    }
  });

  test("is taken back when the ticket was read meanwhile", async () => {
    const person = await someone();
    await add(person);
    const connectionId = await makeConnection(person);
    const { ticketId } = await customerWrites(person, { connectionId });
    const data = RingData.parse((await waiting(person))[0]!.data);
    const sending = service();
    await ring(person.companyId, data, {
      ...sending,
      send: async (to, payload) => {
        await inCompany(person, (tx) => tx`update app.tickets set unread = 0 where id = ${ticketId}`);
        return await sending.send(to, payload);
      },
    });
    const last = (await waiting(person)).at(-1)!;
    expect(last).toMatchObject({ name: "notifications.clear", data: { ticketId, all: true } });
    const clearing = service();
    await clear(person.companyId, ClearData.parse(last.data), clearing);
    expect(clearing.sent.map((one) => one.payload.data.kind)).toEqual(["clear"]);
  });

  test("is taken away when its ticket is deleted, but Apple's devices get no silent push", async () => {
    const person = await someone();
    const colleague = await someone({ colleagueOf: person, flags: { all_tickets: true } });
    const apple = form("https://web.push.apple.com/abc");
    await Promise.all([add(person), add(colleague, apple)]);
    const connectionId = await makeConnection(person);
    const { ticketId } = await customerWrites(person, { connectionId });
    await ring(person.companyId, RingData.parse((await waiting(person))[0]!.data), service());
    await person.fetch(`/api/tickets/${ticketId}`, { method: "DELETE" });
    const last = (await waiting(person)).at(-1)!;
    const clearing = service();
    await clear(person.companyId, ClearData.parse(last.data), clearing);
    expect(clearing.sent.map((one) => one.payload.data)).toMatchObject([{ kind: "clear", ticketId, status: "closed" }]);
    expect(clearing.sent[0]!.endpoint).not.toContain("apple");
    expect(await inCompany(person, (tx) => tx`select 1 from app.notifications_shown where showing`)).toHaveLength(0);
  });
});

test("presence names the device in use when it has a body, and works without one", async () => {
  const person = await someone();
  const active = async () =>
    (await inCompany(person, (tx) => tx<{ on: boolean }[]>`select active_at is not null as on from app.sessions`))[0]!
      .on;
  expect((await person.fetch("/api/userStatus", { method: "POST" })).status).toBe(200);
  expect(await active()).toBe(false);
  await person.call(session.presence, { body: { active: true } } as Call<typeof session.presence>);
  expect(await active()).toBe(true);
  await person.call(session.presence, { body: { active: false } });
  expect(await active()).toBe(false);
});
