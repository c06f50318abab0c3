// The last push of a session that somebody else ended (docs/product/notifications.md#over).
import { createECDH, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { users } from "../users/contract.ts";
import { notifications } from "./contract.ts";
import { work } from "./over.ts";
import type { PushResult } from "./push/push-service.ts";
import { OverData } from "./tasks.ts";

beforeAll(async () => {
  await testApp();
});

const p256dh = () => createECDH("prime256v1").generateKeys().toString("base64url");
async function withDevice(person: Person): Promise<string> {
  const endpoint = `https://push.example/${crypto.randomUUID()}`;
  const keys = { p256dh: p256dh(), auth: randomBytes(16).toString("base64url") };
  await person.call(notifications.addDevice, { body: { endpoint, keys, name: "Chrome" } });
  return endpoint;
}
const jobs = async (person: Person) =>
  (await asPlatform((tx) =>
    tx<{ data: unknown }[]>`
      select j.payload -> 'data' as data from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.payload ->> 'companyId')::bigint = ${person.companyId} and t.identifier = 'notifications.over' order by j.id`
  )).map(({ data }) => OverData.parse(data));

test("a device hears that an admin ended its session, also when its person was deleted by then", async () => {
  const admin = await someone();
  for (const end of [users.endSessions, users.remove]) {
    const person = await someone({ colleagueOf: admin, flags: { language: "tr" } });
    const endpoint = await withDevice(person);
    await admin.call(end, { params: { id: person.userId } });
    const { devices } = (await jobs(admin)).at(-1)!;
    expect(devices).toMatchObject([{ endpoint, sessionId: person.sessionId, language: "tr" }]);
  }
});

test("no push is sent when a person signs out on the device itself, or has no device that rings", async () => {
  const [out, silent] = [await someone(), await someone()];
  await withDevice(out);
  await out.call(session.logout);
  await silent.call(users.endSessions, { params: { id: silent.userId } });
  expect([...await jobs(out), ...await jobs(silent)]).toEqual([]);
});

test("the push names the session in the person's language, and waits weeks for a device that is off", async () => {
  const device = { endpoint: "https://push.example/1", p256dh: "", auth: "", sessionId: "s-1", language: "es" };
  const sent: [string, string, number][] = [];
  const send = (to: { endpoint: string }, payload: string, { ttl }: { ttl: number }): Promise<PushResult> => {
    sent.push([to.endpoint, payload, ttl]);
    return Promise.resolve("sent");
  };
  await work(1, { devices: [device] }, { now: () => new Date(), send });
  const [[, payload, ttl]] = sent as [[string, string, number]];
  expect(JSON.parse(payload)).toMatchObject({
    notification: { title: "Sesión cerrada", app_badge: 0 },
    data: { kind: "over", sessionId: "s-1" },
  });
  expect(ttl).toBe(28 * 24 * 3600);
});

test("the push is sent again when the push service is busy", async () => {
  const device = { endpoint: "https://push.example/1", p256dh: "", auth: "", sessionId: "s-1", language: "pt" };
  const busy = { now: () => new Date(), send: () => Promise.resolve("later" as PushResult) };
  await expect(work(1, { devices: [device] }, busy)).rejects.toThrow();
});
