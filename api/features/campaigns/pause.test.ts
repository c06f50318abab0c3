import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { asPlatform } from "../../../db/tenant.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { notifications } from "../notifications/contract.ts";
import { work } from "../notifications/campaign/pause.ts";
import { PauseData } from "../notifications/tasks.ts";
import { inShop, type Shop, shop, started, tick } from "./testing-campaign.ts";

async function withDevice(person: Person): Promise<string> {
  const endpoint = `https://push.example/${crypto.randomUUID()}`;
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await person.call(notifications.addDevice, { body: { endpoint, keys, name: "Chrome" } });
  return endpoint;
}
const jobs = async ({ admin }: Shop) =>
  (await asPlatform((tx) =>
    tx<{ data: unknown; soon: boolean }[]>`
      select j.payload -> 'data' as data, j.run_at < now() + interval '30 seconds' as soon from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.payload ->> 'companyId')::bigint = ${admin.companyId} and t.identifier = 'notifications.campaign'`
  )).map(({ data, soon }) => ({ data: PauseData.parse(data), soon }));

test("who made a campaign is rung when its line has been down for a minute, and nobody is when it is back by then", async () => {
  const of = await shop(1);
  const other = await someone({ colleagueOf: of.admin, profile: "admin" });
  const [mine] = [await withDevice(of.admin), await withDevice(other)];
  const setLine = (status: string) =>
    inShop(of, (tx) => tx`update app.connections set status = ${status} where id = ${of.line}`);
  await setLine("DISCONNECTED");
  const id = await started(of);
  await tick(of);
  const [job] = await jobs(of);
  expect(job).toEqual({ data: { campaignId: id, reason: "line" }, soon: false });
  const heard: { to: string; said: string }[] = [];
  const ring = () =>
    work(of.admin.companyId, job!.data, {
      now: () => new Date("2026-03-02T15:00:00Z"),
      send: (device, payload) => {
        const { title, body, navigate } = JSON.parse(payload).notification;
        heard.push({ to: device.endpoint, said: `${title} · ${body} · ${navigate}` });
        return Promise.resolve("sent" as const);
      },
    });
  await ring();
  expect(heard).toEqual([{
    to: mine,
    said: "Campanha em pausa · Natal: a conexão está fora do ar. Ela continua sozinha quando voltar. · /campaigns",
  }]);
  await setLine("CONNECTED");
  await tick(of);
  await ring();
  expect(heard).toHaveLength(1);
});

test("hours and the day's limit ring nobody", async () => {
  const of = await shop(1, { startHour: "09:00", endHour: "10:00" });
  await withDevice(of.admin);
  await started(of);
  await tick(of, new Date("2026-11-25T03:00:00-03:00"));
  expect(await jobs(of)).toEqual([]);
});
