// Whom a chat of colleagues rings, with a push service that takes everything.
import { createECDH, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { chats } from "../chats/contract.ts";
import { work } from "./chat.ts";
import { notifications } from "./contract.ts";
import { ChatData } from "./tasks.ts";

beforeAll(async () => {
  await testApp();
});
const NOON = () => new Date("2026-03-02T15:00:00Z");

async function withDevice(person: Person): Promise<string> {
  const endpoint = `https://push.example/${crypto.randomUUID()}`;
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await person.call(notifications.addDevice, { body: { endpoint, keys, name: "Chrome" } });
  return endpoint;
}
/** An office of three, each with a device, in one group. */
async function group() {
  const ana = await someone({ profile: "admin" });
  const [bia, caio] = [await someone({ colleagueOf: ana }), await someone({ colleagueOf: ana })];
  const people = [ana, bia, caio];
  const devices = new Map<string, Person>();
  for (const person of people) devices.set(await withDevice(person), person);
  const body = { title: "Turno da noite", users: [bia.userId, caio.userId] };
  return { ana, bia, caio, devices, chat: await ana.call(chats.create, { body }) };
}
type Group = Awaited<ReturnType<typeof group>>;

const waiting = async (companyId: number) =>
  (await asPlatform((tx) =>
    tx<{ data: unknown }[]>`
      select j.payload -> 'data' as data from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.payload ->> 'companyId')::bigint = ${companyId} and t.identifier = 'notifications.chat' order by j.id`
  )).map(({ data }) => ChatData.parse(data));
/** Says it and does the job that came of it: who was rung, and what they read. */
async function rung({ ana, devices, chat }: Group, message: string, mentions: number[] = []) {
  const params = { id: chat.id };
  await ana.call(chats.send, { params, body: { message, mentions } });
  return await again({ ana, devices });
}
async function again({ ana, devices }: Pick<Group, "ana" | "devices">) {
  const heard: { who: Person; title: string; body: string }[] = [];
  await work(ana.companyId, (await waiting(ana.companyId)).at(-1)!, {
    now: NOON,
    send: (device, payload) => {
      const { title, body } = JSON.parse(payload).notification;
      heard.push({ who: devices.get(device.endpoint)!, title, body });
      return Promise.resolve("sent" as const);
    },
  });
  return heard;
}
const ids = (heard: { who: Person }[]) => heard.map(({ who }) => who.userId).sort((a, b) => a - b);

test("a chat rings its members but the author, once, and nobody who has read it", async () => {
  const office = await group();
  const heard = await rung(office, "Chegou o pedido *nº 7*");
  expect(ids(heard)).toEqual([office.bia.userId, office.caio.userId]);
  expect(heard[0]).toMatchObject({ title: "Turno da noite" });
  expect(heard[0]!.body).toContain("Chegou o pedido");
  expect(await again(office)).toEqual([]);
  const params = { id: office.chat.id };
  await office.ana.call(chats.send, { params, body: { message: "mais um" } });
  await office.bia.call(chats.read, { params, body: {} });
  expect(ids(await again(office))).toEqual([office.caio.userId]);
});

test("a silenced chat and the level of mentions ring only where one is named", async () => {
  const office = await group();
  const { bia, caio, chat } = office;
  await bia.call(chats.mute, { params: { id: chat.id }, body: { muted: true } });
  await caio.call(notifications.changeRules, { body: { level: "mentions" } });
  expect(await rung(office, "para todos")).toEqual([]);
  const heard = await rung(office, "@Bia veja", [bia.userId]);
  expect(ids(heard)).toEqual([bia.userId]);
  await bia.call(notifications.changeRules, { body: { level: "none" } });
  expect(await rung(office, "@Bia de novo", [bia.userId])).toEqual([]);
});

test("a chat rings nobody in their quiet hours, nobody who left, and not where the plan has no chats any more", async () => {
  const office = await group();
  const { ana, bia, caio, chat } = office;
  await bia.call(notifications.changeRules, { body: { quiet: { on: true, from: "00:00", to: "00:00" } } });
  await caio.call(chats.leave, { params: { id: chat.id } });
  expect(await rung(office, "alguém aí?")).toEqual([]);
  await bia.call(notifications.changeRules, { body: { quiet: { on: false, from: "00:00", to: "00:00" } } });
  await asPlatform((tx) =>
    tx`update app.plans set flags = '{"useInternalChat": false}' where id = (select plan_id from app.companies where id = ${ana.companyId})`
  );
  expect(await again(office)).toEqual([]);
});

test("a person who hides the text is told that something was said, not what or by whom", async () => {
  const office = await group();
  await office.bia.call(notifications.changeRules, { body: { hideText: true } });
  const heard = (await rung(office, "segredo")).find(({ who }) => who === office.bia)!;
  expect(heard).toMatchObject({ title: "Nova mensagem", body: "" });
});

test("what was taken back rings nobody", async () => {
  const office = await group();
  const params = { id: office.chat.id };
  const { messages: [said] } = await office.ana.call(chats.send, { params, body: { message: "ops" } });
  await office.ana.call(chats.removeMessage, { params: { id: said!.id } });
  expect(await again(office)).toEqual([]);
  await withTenant({ companyId: office.ana.companyId }, async (tx) => {
    const [row] = await tx<{ n: number }[]>`select count(*) as n from app.chat_members where position_rung > 0`;
    expect(row!.n).toBe(0);
  });
});
