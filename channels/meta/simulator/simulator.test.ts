// The stand-in as other processes use it: a process of its own, driven through /_control.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MemoryHost } from "../../sdk/memory-host.ts";
import { Graph } from "../graph.ts";
import { explainMessenger } from "../messenger/errors.ts";
import { signed } from "../signature.ts";
import { z } from "zod";

const SECRET = "s3cret";
const inbox: string[] = [];
let refuse = 0;

describe("the stand-in in its own process", () => {
  let child: Deno.ChildProcess;
  let receiver: Deno.HttpServer<Deno.NetAddr>;
  let url = "";
  const control = async (method: string, name: string, body?: unknown) => {
    const response = await fetch(`${url}/_control/${name}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return await response.json();
  };
  const target = () => `http://127.0.0.1:${receiver.addr.port}/`;
  const send = (key: string) =>
    new Graph(new MemoryHost({ env: { META_GRAPH_URL: url } }), { token: "t", explain: explainMessenger }).call(
      z.object({ message_id: z.string() }),
      {
        method: "POST",
        path: "9/messages",
        sends: true,
        json: { recipient: { id: "1" }, message: { text: "oi", metadata: key } },
      },
    );
  const arrived = async (count: number) => {
    for (let tries = 0; inbox.length < count && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return inbox.map((text) => JSON.parse(text));
  };

  beforeAll(async () => {
    const script = new URL("./simulator.ts", import.meta.url).pathname;
    child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", script, "0"],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    url = (await reader.read()).value?.trim() ?? "";
    receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      const body = await request.bytes();
      if (!await signed(request.headers, body, { appSecrets: [SECRET], verifyTokens: [] })) {
        return new Response(null, { status: 401 });
      }
      if (refuse-- > 0) return new Response(null, { status: 503 });
      inbox.push(new TextDecoder().decode(body));
      return new Response("ok");
    });
  });
  beforeEach(async () => {
    inbox.length = refuse = 0;
    await control("POST", "reset");
  });
  afterAll(async () => {
    child.kill();
    await child.status;
    await receiver.shutdown();
  });

  test("posts a customer's message signed, in Meta's way of writing JSON, again until the receiver takes it", async () => {
    const saying = { channel: "facebook", account: "9", from: "1", text: "Olá / 😀", url: target(), secret: SECRET };
    const { id, statuses } = await control("POST", "say", saying);
    expect(statuses).toEqual([200]);
    expect(inbox[0]).toContain("Ol\\u00e1 \\/ \\ud83d\\ude00");
    expect(JSON.parse(inbox[0] ?? "").entry[0].messaging[0].message).toEqual({ mid: id, text: "Olá / 😀" });
    refuse = 2;
    await control("POST", "say", { ...saying, wait: false });
    expect(await arrived(2)).toHaveLength(2);
    // The stand-in counts a delivery only after it has read our answer.
    await expect.poll(async () => (await control("GET", "state")).posted).toMatchObject({
      delivered: 2,
      refused: 2,
      pending: 0,
    });
  });
  test("reports the receiver's refusal of a wrong secret, and posts raw text byte by byte", async () => {
    expect((await control("POST", "webhook", { text: "{", url: target(), secret: "other" })).statuses).toEqual([401]);
    await control("POST", "webhook", { text: '{ "a":1}', url: target(), secret: SECRET, replay: 3 });
    expect(inbox).toEqual(Array(3).fill('{ "a":1}'));
  });
  test("counts accepted messages by key, and posts echo, delivery and read after each", async () => {
    await control("POST", "target", { url: target(), secret: SECRET });
    await send("k1");
    const bodies = await arrived(3);
    expect(bodies.map(({ entry }) => Object.keys(entry[0].messaging[0]).at(-1))).toEqual([
      "message",
      "delivery",
      "read",
    ]);
    expect(bodies[0].entry[0].messaging[0].message).toMatchObject({ is_echo: true, metadata: "k1" });
    await send("k1");
    await arrived(6);
    expect(await control("GET", "accepted")).toMatchObject({
      count: 2,
      counts: { k1: 2 },
      messages: [{ key: "k1", text: "oi" }, {}],
    });
  });
  test("ends a fault when its counter is used up, and posts twice and out of order when told to", async () => {
    await control("POST", "faults", { drop: { times: 1 }, replay: true, reorder: true });
    await control("POST", "target", { url: target(), secret: SECRET, auto: ["echo", "read"] });
    await expect(send("lost")).rejects.toMatchObject({ code: "unreachable", maybeSent: true });
    await send("fine");
    const order = (await arrived(8)).map(({ entry }) => Object.keys(entry[0].messaging[0]).at(-1));
    expect(order.filter((kind) => kind === "read")).toHaveLength(4);
    expect(order[0]).toBe("read");
    await control("POST", "faults", { rateLimit: { retryAfter: 9, times: 1 } });
    await expect(send("k")).rejects.toMatchObject({ code: "rate-limited", retryAfterMs: 9000 });
    await control("POST", "faults", { error: { code: 10, subcode: 2018278 } });
    await expect(send("k")).rejects.toMatchObject({ code: "window-closed" });
    expect((await control("GET", "accepted")).counts).toEqual({ lost: 1, fine: 1 });
  });
  test("answers a broken control call with 400 and an unknown one with 404", async () => {
    expect((await fetch(`${url}/_control/faults`, { method: "POST", body: "{" })).status).toBe(400);
    expect((await fetch(`${url}/_control/nothing`)).status).toBe(404);
  });
});
