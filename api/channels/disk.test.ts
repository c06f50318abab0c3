// How much of the disk a company's files may take: what people add beyond it is refused, what customers send is told of.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { asPlatform, withTenant } from "../../db/tenant.ts";
import { forgetDisks } from "../core/media/disk.ts";
import { makeConnection, type Person, someone, testApp } from "../core/testing/api.ts";
import { customerWrites } from "../core/testing/inbound.ts";
import { ownDatabase } from "../core/testing/own-database.ts";
import { connections } from "../features/connections/contract.ts";
import { messages } from "../features/messages/contract.ts";
import { quickMessages } from "../features/quick-messages/contract.ts";
import { settings } from "../features/settings/contract.ts";
import { tickets } from "../features/tickets/contract.ts";
import { uploads } from "../features/uploads/contract.ts";
import { users } from "../features/users/contract.ts";
import { receive } from "./inbound/inbound.ts";
import { readConnection } from "./lines/connections.ts";
import { serveRequests } from "./lines/requests.ts";
import { pageHost } from "./pages/host.ts";
import { clock } from "./session.ts";
import { linkedPlugin } from "./testing/past.ts";

/** 0.001 GB. */
const ALLOWED = Math.floor(1024 ** 3 / 1000);
const HALF = ALLOWED / 2;
const pdf = (bytes: number, name = "orçamento, versão final.pdf") =>
  new File([`%PDF-1.4\n${"x".repeat(Math.floor(bytes) - 9)}`], name, { type: "application/pdf" });

let boss: Person;
beforeAll(async () => {
  await ownDatabase();
  boss = await operator();
  await limit("0.001");
});
beforeEach(forgetDisks);

/** Operators are of company 1, which is the first that is made. */
async function operator(): Promise<Person> {
  const person = await someone({ super: true });
  expect(person.companyId).toBe(1);
  return person;
}
const limit = (value: string) =>
  boss.call(settings.updatePlatform, { params: { key: "companyDiskGb" }, body: { value } });
async function office(channel = "facebook") {
  const admin = await someone();
  const connectionId = await makeConnection(admin, channel);
  const { ticketId, event } = await customerWrites(admin, { connectionId, text: "Oi" });
  await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
  const send = (...files: File[]) =>
    admin.call(messages.send, { params: { ticketId }, body: { body: "", isPrivate: true }, files });
  const list = async () => (await admin.call(messages.list, { params: { ticketId } })).messages;
  const disk = () => admin.call(settings.disk);
  return { admin, connectionId, ticketId, event, send, list, disk };
}
const FULL = { code: "ERR_DISK_FULL", status: 409 };

test("files are refused that would take more than the company may, and others' companies are not asked", async () => {
  const [full, other] = [await office(), await office()];
  await full.send(pdf(HALF));
  await expect(full.send(pdf(HALF + 10))).rejects.toMatchObject(FULL);
  expect((await full.list()).filter(({ mediaUrl }) => mediaUrl)).toHaveLength(1);
  await full.send(pdf(HALF - 10));
  await expect(full.send(pdf(100))).rejects.toMatchObject(FULL);
  await other.send(pdf(HALF));
  expect(await full.disk()).toEqual({ usedBytes: Math.floor(HALF) + Math.floor(HALF - 10), allowedBytes: ALLOWED });
});

test("files that come at the same time do not take the same room twice", async () => {
  const { send, list } = await office();
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => send(pdf(ALLOWED / 4))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect((await list()).filter(({ mediaUrl }) => mediaUrl)).toHaveLength(4);
});

test("room is free again when a message with a file was deleted", async () => {
  const { admin, send, disk } = await office();
  const { messages: [sent] } = await send(pdf(ALLOWED - 10));
  await expect(send(pdf(HALF))).rejects.toMatchObject(FULL);
  await admin.call(messages.remove, { params: { id: sent!.id } });
  forgetDisks();
  expect(await disk()).toMatchObject({ usedBytes: 0 });
  await send(pdf(HALF));
});

test("every door for files of people refuses: in pieces, with a quick message, as a picture, before a greeting", async () => {
  const { admin, connectionId, send } = await office();
  await send(pdf(ALLOWED - 10));
  const picture = new File([Uint8Array.fromBase64(PIXEL)], "eu.png", { type: "image/png" });
  const quick = await admin.call(quickMessages.create, { body: { shortcode: "oi", message: "x" } } as never);
  const doors = [
    () => admin.call(uploads.begin, { body: { key: crypto.randomUUID(), name: "a.pdf", bytes: 5000 } }),
    () =>
      admin.call(quickMessages.upload, { params: { id: (quick as { id: number }).id }, body: {}, files: [picture] }),
    () => admin.call(users.picture, { params: { id: admin.userId }, body: {}, files: [picture] }),
    () => admin.call(connections.upload, { params: { id: connectionId }, body: {}, files: [picture] }),
  ];
  for (const door of doors) await expect(door()).rejects.toMatchObject(FULL);
});

test("a customer's file for which there is no room is told of, and can be had once there is room", async () => {
  const { admin, connectionId, ticketId, event, send, list } = await office();
  const { messages: [sent] } = await send(pdf(ALLOWED - 10));
  const { plugin } = linkedPlugin();
  const connection = {
    ...await plugin.connect({}, { past: null } as never),
    media: () => Promise.resolve({ mimeType: "application/pdf", body: pdf(5000).stream() }),
  };
  const line = {
    ...{ companyId: admin.companyId, connectionId, manifest: plugin.manifest, token: "", since: 0, connection },
    ...{ signal: new AbortController().signal, held: () => true },
  };
  const media = { kind: "document", ref: crypto.randomUUID(), keep: true, fileName: "contrato.pdf" } as const;
  await receive(admin.companyId, connectionId, {
    ...event,
    externalId: crypto.randomUUID(),
    at: Date.now(),
    content: { type: "media", media, caption: "Segue o contrato" },
  });
  await serveRequests(line);
  const [told] = (await list()).slice(-1);
  expect(told).toMatchObject({
    body: "Segue o contrato",
    fileName: "contrato.pdf",
    data: { media: "failed", noRoom: "ask" },
    ticketId,
  });
  expect((await admin.fetch(told!.mediaUrl!)).status).toBe(409);
  await admin.call(messages.remove, { params: { id: sent!.id } });
  forgetDisks();
  await admin.call(messages.fetchFile, { params: { id: told!.id } });
  await serveRequests(line);
  const [kept] = (await list()).filter(({ id }) => id === told!.id);
  expect(kept!.data).not.toMatchObject({ noRoom: expect.anything() });
  expect((await admin.fetch(kept!.mediaUrl!)).status).toBe(200);
});

test("a visitor's file for which there is no room is told of, and the visitor is not turned away", async () => {
  const { admin, connectionId, send } = await office("webchat");
  await send(pdf(ALLOWED - 10));
  const { stream } = await testApp();
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const host = pageHost(
    { fetch, env: {}, log: silent, clock, stream },
    (await readConnection(admin.companyId, connectionId))!,
  );
  const peer = { identities: [{ kind: "visitor" as const, value: crypto.randomUUID() }], name: "Ana" };
  const media = await host.keep(pdf(5000), "currículo.pdf");
  const externalId = crypto.randomUUID();
  await host.receive({
    ...{ kind: "message", peer, externalId, fromMe: false, at: Date.now() },
    content: { type: "media", media, caption: "Meu currículo" },
  });
  const [row] = await withTenant({ companyId: admin.companyId }, (tx) =>
    tx<{ id: number; ticketId: number }[]>`
      select id, ticket_id as "ticketId" from app.messages where external_id = ${externalId}`);
  const { messages: all } = await admin.call(messages.list, { params: { ticketId: row!.ticketId } });
  expect(all.at(-1)).toMatchObject({
    body: "Meu currículo",
    fileName: "currículo.pdf",
    data: { media: "failed", noRoom: "gone" },
  });
  await expect(admin.call(messages.fetchFile, { params: { id: row!.id } })).rejects.toMatchObject({
    code: "ERR_NO_MEDIA_FOUND",
  });
  expect(await host.history(peer, 5)).toMatchObject([{ text: "Meu currículo" }]);
});

test("the limit is the operators' to set: decimals, none with 0, nothing else; admins see it, others do not", async () => {
  const { admin, disk, send } = await office();
  for (const value of ["", "-1", "muito", "1,5", "1e3", "123456", "0x10"]) {
    await expect(limit(value), value).rejects.toMatchObject({ code: "ERR_VALIDATION" });
  }
  await expect(admin.call(settings.updatePlatform, { params: { key: "companyDiskGb" }, body: { value: "9" } }))
    .rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
  const plain = await someone({ colleagueOf: admin });
  await expect(plain.call(settings.disk)).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
  await limit("0");
  expect(await disk()).toEqual({ usedBytes: 0, allowedBytes: null });
  await send(pdf(ALLOWED * 2));
  await limit("0.001");
  expect(await disk()).toMatchObject({ usedBytes: Math.floor(ALLOWED * 2) });
  await expect(send(pdf(10))).rejects.toMatchObject(FULL);
  await asPlatform((tx) => tx`delete from app.platform where key = 'companyDiskGb'`);
  forgetDisks();
  expect(await disk()).toMatchObject({ allowedBytes: 50 * 1024 ** 3 });
  await limit("0.001");
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
