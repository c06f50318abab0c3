// What programs rely on, over real processes: an ended key opens nothing on any of them, and a webhook is told everything, signed and in
// order, however often the worker is killed.
import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../contract/endpoint.ts";
import { apiKeys } from "../features/api-keys/contract.ts";
import { messages } from "../features/messages/contract.ts";
import { webhooks } from "../features/webhooks/contract.ts";
import { openConversations, openOffice, Worker } from "./harness-office.ts";
import { Chance, openWorld, pause, SPLIT, until, type World } from "./harness.ts";
import { framesOf } from "./harness-stream.ts";

let world: World;
let office: Awaited<ReturnType<typeof openOffice>>;
const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => receive(request));
let receive: (request: Request) => Promise<Response> = () => Promise.resolve(new Response("early", { status: 500 }));
const address = `127.0.0.1:${(receiver.addr as Deno.NetAddr).port}`;

beforeAll(async () => {
  world = await openWorld(SPLIT, { EGRESS_ALLOW: address });
  office = await openOffice(world);
}, 180_000);
afterAll(async () => {
  await world?.close();
  await receiver.shutdown();
});

/** Within which an ended key is dead everywhere, ms. */
const DEAD_MS = 5_000;
/** A key that both processes have just taken. */
async function knownKey(name: string) {
  const { id, token } = await office.admin.call(apiKeys.create, {
    body: { name, scopes: ["tickets:read", "company:read"], expiresAt: null },
  } as Call<typeof apiKeys.create>);
  const headers = { authorization: `Bearer ${token}` };
  const opens = async (base: string) => {
    const answer = await fetch(`${base}/api/tags`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(world.bases).toHaveLength(2);
  for (const base of world.bases) expect(await opens(base)).toBe(200);
  return { id, headers, opens };
}
/** Ends a key at the first process, and waits until it is refused by each. */
async function endKey({ id, opens }: Awaited<ReturnType<typeof knownKey>>): Promise<number> {
  const { token, id: who, companyId } = office.admin;
  await new Worker([world.bases[0]!], token, who, companyId).call(apiKeys.end, { params: { id } });
  const began = performance.now();
  for (const base of world.bases) {
    while (await opens(base) !== 401) {
      expect(performance.now() - began, `${base} still takes the key`).toBeLessThan(DEAD_MS);
      await pause(100);
    }
  }
  return began;
}

test("a key that is ended opens nothing five seconds later, also where nobody listens by it", async () => {
  await endKey(await knownKey("ERP"));
});

test("the streams of a key that is ended end on every process", async () => {
  const key = await knownKey("Painel");
  const ends = await Promise.all(world.bases.map(async (base) => {
    const answer = await fetch(`${base}/api/events`, { headers: { ...key.headers, accept: "text/event-stream" } });
    // Packed, an event would wait for the next ones.
    expect(answer.headers.get("content-encoding")).toBeNull();
    const frames = framesOf(answer.body!);
    expect((await frames.next()).value?.name).toBe("hello");
    return async () => {
      for await (const _ of frames);
    };
  }));
  const ended = Promise.all(ends.map((end) => end().catch(() => undefined))).then(() => "ended");
  const began = await endKey(key);
  const late = pause(DEAD_MS - (performance.now() - began)).then(() => "late");
  expect(await Promise.race([ended, late])).toBe("ended");
});

/** An answer as it travels: `fetch` would unpack it. */
function asSent(url: string, headers: Record<string, string>): Promise<{ encoding?: string; body: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { headers, agent: false }, (answer) => {
      const parts: Uint8Array[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ encoding: answer.headers["content-encoding"], body: Buffer.concat(parts) }));
    });
    asked.on("error", reject).end();
  });
}
test("an answer travels packed to a program that takes it so, and as it is to one that does not say so", async () => {
  const url = `${world.bases[0]}/api/openapi.json`;
  const authorization = `Bearer ${office.admin.token}`;
  const plain = await asSent(url, { authorization });
  const packed = await asSent(url, { authorization, "accept-encoding": "gzip" });
  expect(plain.encoding).toBeUndefined();
  expect(packed.encoding).toBe("gzip");
  expect(packed.body.length).toBeLessThan(plain.body.length / 2);
  expect(gunzipSync(packed.body).toString()).toBe(new TextDecoder().decode(plain.body));
});

const KILLS = 4;
test("a webhook is told everything, each ticket's events in order, over a worker that is killed while it tells", async () => {
  const chance = new Chance("webhooks");
  const talks = await openConversations(world, office.admin, 4, "7");
  const { id, secret } = await office.admin.call(webhooks.create, {
    body: { name: "ERP", url: `http://${address}/hook`, events: ["note.created"] },
  } as Call<typeof webhooks.create>);
  const key = Buffer.from(secret!.replace(/^whsec_/, ""), "base64");
  const told: { ticket: number; text: string; id: string }[] = [];
  const worker = world.products[2]!;
  let kills = 0;
  receive = async (request) => {
    const [name, at] = ["webhook-id", "webhook-timestamp"].map((one) => request.headers.get(one)!);
    const body = await request.text();
    const signed = `v1,${createHmac("sha256", key).update(`${name}.${at}.${body}`).digest("base64")}`;
    expect(request.headers.get("webhook-signature")!.split(" ")).toContain(signed);
    await pause(chance.between(0, 60));
    if (kills < KILLS && worker.alive && told.length > kills * 30 && chance.next() < 0.2) {
      kills++;
      await worker.kill();
      // Nobody hears it: what was being told counts as not told.
      return new Response("late");
    }
    if (chance.next() < 0.15) return new Response("busy", { status: 503 });
    const { data } = JSON.parse(body);
    told.push({ ticket: data.ticketId, text: data.body, id: name! });
    return new Response("ok");
  };
  const revive = async () => {
    if (worker.alive) return;
    await worker.kill();
    // What the dead process had taken waits a minute: it passes.
    await world.sql`update app.webhook_deliveries set claimed_until = now() where claimed_until is not null`;
    await worker.start();
  };
  const written = new Map(talks.map(({ ticket }) => [ticket.id, [] as string[]]));
  for (let n = 0; n < 40; n++) {
    for (const { ticket } of talks) {
      const body = `${n} é ☕`;
      written.get(ticket.id)!.push(body);
      await office.admin.call(messages.send, { params: { ticketId: ticket.id }, body: { body, isPrivate: true } });
    }
    await revive();
  }
  await until("everything was told", 90_000, async () => {
    await revive();
    // The first wait after a refusal is five seconds, and a receiver that refuses often is asked seldom.
    await world.sql`update app.webhooks set wait_until = null where wait_until is not null`;
    await world.sql`update app.webhook_deliveries set next_at = now() where status = 'waiting' and next_at > now()`;
    const [left] = await world.sql`
      select count(*)::int as count from app.webhook_deliveries where webhook_id = ${id} and status <> 'done'`;
    return left!.count === 0 && new Set(told.map((one) => one.id)).size === 160;
  }, 300);
  expect(kills).toBe(KILLS);
  for (const [ticket, texts] of written) {
    const once = new Map(told.filter((one) => one.ticket === ticket).map(({ id, text }) => [id, text]));
    // At least once: the first time each was told is in the order of the ticket.
    expect([...once.values()]).toEqual(texts);
  }
});
