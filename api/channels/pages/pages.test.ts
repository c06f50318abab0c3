// The web chat's pages on a real database: a visitor writes over HTTP, an attendant's rows reach the page, walls hold.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import type { PageHost, PageMessage } from "../../../channels/sdk/mod.ts";
import { startListener } from "../../../db/listen.ts";
import { apiLogin } from "../../../db/migrate.ts";
import { asPlatform, connectDatabase, disconnectDatabase, withTenant } from "../../../db/tenant.ts";
import { setMediaRoot } from "../../core/media/media.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { Stream } from "../../core/live/stream.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { readConnection } from "../lines/connections.ts";
import { pageHost } from "./host.ts";
import { clock } from "../session.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}
let stream: Stream;
let listener: ReturnType<typeof startListener>;
let media: string;
beforeAll(async () => {
  const owner = inject("databaseUrl");
  setSecret(TEST_SECRET);
  media = await Deno.makeTempDir({ prefix: "recado-pages-" });
  setMediaRoot(media);
  connectDatabase({ owner, api: apiLogin(owner, TEST_SECRET).url }, { api: 4, owner: 2 });
  listener = startListener(owner);
  stream = new Stream(listener, "0000beef");
});
afterAll(async () => {
  stream.stop();
  await listener.stop();
  await disconnectDatabase(1);
  await Deno.remove(media, { recursive: true });
});

interface Place {
  companyId: number;
  connectionId: number;
  host: PageHost;
}
async function company(): Promise<number> {
  return await asPlatform(async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      with p as (insert into app.plans (name, users, connections, queues, flags, is_public) values (${uuidv7()}, 9, 9, 9, '{}', false) returning id)
      insert into app.companies (name, plan_id, due_at) select ${uuidv7()}, p.id, now() + interval '9 days' from p returning id`;
    return row!.id;
  });
}
async function place(companyId?: number): Promise<Place> {
  const owner = companyId ?? await company();
  const connectionId = await withTenant({ companyId: owner }, async (tx) => {
    const [row] = await tx<
      { id: number }[]
    >`insert into app.connections (name, channel, token, status) values (${uuidv7()}, 'webchat', ${uuidv7()}, 'CONNECTED') returning id`;
    return row!.id;
  });
  const row = (await readConnection(owner, connectionId))!;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return { companyId: owner, connectionId, host: pageHost({ fetch, env: {}, log: silent, clock, stream }, row) };
}
const visitor = () => ({
  identities: [{ kind: "visitor" as const, value: uuidv7().replaceAll("-", "") }],
  name: "Ana",
});
const says = (host: PageHost, peer: ReturnType<typeof visitor>, text: string, externalId: string = uuidv7()) =>
  host.receive({
    kind: "message",
    peer,
    externalId,
    fromMe: false,
    at: Date.now(),
    content: { type: "text", text },
  });
/** A row as the product's own features write it. */
async function answers(at: Place, text: string, more: Record<string, unknown> = {}): Promise<string> {
  const key = uuidv7();
  await withTenant({ companyId: at.companyId }, async (tx) => {
    const [ticket] = await tx<{ id: number; contact_id: number }[]>`
      select id, contact_id from app.tickets where company_id = ${at.companyId} and connection_id = ${at.connectionId} order by id desc limit 1`;
    const row = {
      ticket_id: ticket!.id,
      contact_id: ticket!.contact_id,
      connection_id: at.connectionId,
      key,
      from_me: true,
    };
    const [made] = await tx<
      { id: number }[]
    >`insert into app.messages ${tx({ ...row, body: text, status: "waiting", ...more })} returning id`;
    tx.events.push({
      name: `company-${at.companyId}-appMessage`,
      audience: ["admin"],
      except: null,
      payload: {
        action: "create",
        message: { id: made!.id, contactId: ticket!.contact_id, fromMe: true, isPrivate: more.is_private === true },
      },
    });
  });
  return key;
}
async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + 5_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = look();
    if (found) return found;
  }
  throw new Error("It did not come.");
}

describe("a visitor's page", () => {
  test("shows both sides, oldest first, and pages back", async () => {
    const at = await place();
    const peer = visitor();
    for (const text of ["um", "dois", "três"]) await says(at.host, peer, text);
    const key = await answers(at, "quatro");
    const all = await at.host.history(peer, 10);
    expect(all.map(({ text, fromVisitor }) => [text, fromVisitor])).toEqual([
      ["um", true],
      ["dois", true],
      ["três", true],
      ["quatro", false],
    ]);
    expect(all.at(-1)).toMatchObject({ id: key, key, ack: 0, deleted: false });
    expect((await at.host.history(peer, 2)).map(({ text }) => text)).toEqual(["três", "quatro"]);
    expect((await at.host.history(peer, 2, all[2]!.id)).map(({ text }) => text)).toEqual(["um", "dois"]);
    expect(await at.host.history(peer, 2, "nobody's")).toEqual([]);
  });
  test("never shows notes, failed sends, deleted words, other people or other connections", async () => {
    const at = await place();
    const peer = visitor();
    await says(at.host, peer, "oi");
    await answers(at, "só entre nós", { is_private: true });
    await answers(at, "não saiu", { status: "failed" });
    await answers(at, "apagada", { is_deleted: true });
    expect((await at.host.history(peer, 10)).map(({ text, deleted }) => [text, deleted])).toEqual([
      ["oi", false],
      ["", true],
    ]);
    expect(await at.host.history(visitor(), 10)).toEqual([]);
    expect(await (await place(at.companyId)).host.history(peer, 10)).toEqual([]);
    expect(await (await place()).host.history(peer, 10)).toEqual([]);
  });
  test("one message of the same id stays one", async () => {
    const at = await place();
    const peer = visitor();
    const id = uuidv7();
    await Promise.all([says(at.host, peer, "uma", id), says(at.host, peer, "uma", id), says(at.host, peer, "uma", id)]);
    expect(await at.host.history(peer, 10)).toHaveLength(1);
  });
  test("hears of answers and readings while it is open, from the first message on", async () => {
    const at = await place();
    const peer = visitor();
    const heard: PageMessage[] = [];
    const typed: boolean[] = [];
    const open = new AbortController();
    at.host.watch(peer, (message) => heard.push(message), (on) => typed.push(on), open.signal);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await says(at.host, peer, "oi");
    await until(() => heard.some(({ text }) => text === "oi"));
    const key = await answers(at, "bom dia");
    await answers(at, "segredo", { is_private: true });
    await until(() => heard.some(({ id }) => id === key));
    const [{ contact_id }] = await asPlatform((tx) =>
      tx<[{ contact_id: number }]>`
      select contact_id from app.messages where company_id = ${at.companyId} and key = ${key}`
    );
    stream.pass(at.companyId, `company-${at.companyId}-typing`, [], { contactId: contact_id, on: true, fromMe: true });
    await until(() => typed.length);
    stream.pass(at.companyId, `company-${at.companyId}-typing`, [], { contactId: contact_id, on: true });
    open.abort();
    await answers(at, "depois");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(typed).toEqual([true]);
    expect(heard.map(({ text }) => text).filter((text) => text === "segredo" || text === "depois")).toEqual([]);
  });
  test("reports what was read, and acks only rise", async () => {
    const at = await place();
    const peer = visitor();
    await says(at.host, peer, "oi");
    const key = await answers(at, "bom dia");
    for (const ack of [3, 2] as const) {
      await at.host.receive({ kind: "status", externalId: key, key, ack, at: Date.now() });
      expect((await at.host.history(peer, 1))[0]).toMatchObject({ id: key, ack: 3 });
    }
  });
  test("files are stored by content and opened only by visitors whose conversation holds them", async () => {
    const at = await place();
    const peer = visitor();
    await says(at.host, peer, "oi");
    const kept = await at.host.keep(new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), "../../foto.png");
    expect(kept).toMatchObject({ kind: "document", fileName: "foto.png", keep: true });
    const id = kept.ref.replace("kept:", "");
    expect(await at.host.file(peer, id)).toBeNull();
    await answers(at, "", { kind: "application", media_id: id });
    const answer = (await at.host.file(peer, id))!;
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(await answer.text()).toBe("<svg onload=alert(1)>");
    expect(await at.host.file(visitor(), id)).toBeNull();
    for (const bad of ["../x", "", "A".repeat(32), "\u0000"]) expect(await at.host.file(peer, bad)).toBeNull();
    const note = await at.host.keep(new Blob(["x"]), "nota.txt");
    await answers(at, "", { kind: "application", media_id: note.ref.replace("kept:", ""), is_private: true });
    expect(await at.host.file(peer, note.ref.replace("kept:", ""))).toBeNull();
  });
  test("of two that make a secret at once, the first one's stays", async () => {
    const { host } = await place();
    await host.secrets.set({ visitors: new Uint8Array([1]) });
    await host.secrets.set({ visitors: new Uint8Array([2]) });
    expect(new Uint8Array((await host.secrets.get(["visitors"])).visitors!)).toEqual(new Uint8Array([1]));
  });
});
