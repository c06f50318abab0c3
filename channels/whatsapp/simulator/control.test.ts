// The simulator as a process of its own, driven over its control port.
import { afterAll, beforeAll, expect, test } from "vitest";
import { hushSignal } from "./quiet.ts";
import { Client } from "./testing/client.ts";

const PN = "5511999990040";
const ANA = "5511988880040";
const restore = hushSignal();
let child: Deno.ChildProcess;
let told: Record<string, string>;

async function control(name: string, input: unknown = {}, status = 200) {
  const response = await fetch(`${told.control}/${name}`, { method: "POST", body: JSON.stringify(input) });
  expect(response.status).toBe(status);
  return await response.json();
}

beforeAll(async () => {
  child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("./main.ts", import.meta.url).pathname],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  told = JSON.parse((await reader.read()).value!);
  await reader.cancel();
});
afterAll(async () => {
  restore();
  child.kill("SIGTERM");
  expect((await child.status).code).toBe(0);
  // Nothing of libsignal, nor anything else.
  expect(await new Response(child.stderr).text()).toBe("");
});

test("says where it is and what to trust", async () => {
  expect(told.rootKey).toMatch(/^[0-9a-f]{64}$/);
  expect(told.mediaAuthority).toContain("BEGIN CERTIFICATE");
  expect(await (await fetch(`${told.control}/addresses`)).json()).toMatchObject({ socket: told.socket });
});

test("links a client, writes to it, reads what it writes, throws it out", async () => {
  await control("person", { pn: PN, name: "Loja", business: "Loja" });
  const client = new Client({
    socketUrl: told.socket!,
    scan: (input) => control("scan", input),
    settled: (input) => control("settled", input),
  });
  await client.link(PN);
  await control("connected", { account: PN });
  const { id } = await control("say", { account: PN, from: ANA, content: { kind: "text", text: "oi" } });
  expect((await client.upsert(id)).message.message?.conversation).toBe("oi");
  // The ratchet is turned back, which makes libsignal talk in both processes.
  await control("say", { account: PN, from: ANA, freshSession: true, content: { kind: "text", text: "again" } });
  const sent = await client.socket.sendMessage(`${ANA}@s.whatsapp.net`, { text: "hello" });
  await client.update(() => true, "anything");
  await expect.poll(async () => (await control("state", { account: PN })).accepted).toMatchObject([
    { id: sent!.key.id, chat: ANA, message: { extendedTextMessage: { text: "hello" } } },
  ]);
  await control("kick", { account: PN, how: "restart" });
  expect(await client.closed()).toBe(515);
});

test("refuses what it does not understand, with the reason", async () => {
  expect(await control("say", { account: "x" }, 400)).toMatchObject({ error: expect.stringContaining("digits") });
  expect(await control("scan", { pn: PN, qr: "?" }, 400)).toEqual({ error: "This is no QR text of WhatsApp." });
  await control("nothing", {}, 404);
  await control("toString", {}, 404);
});

test("serves the page on which a developer plays the phone, and nobody else's site may", async () => {
  const page = await fetch(`${told.control}/`);
  expect(page.headers.get("content-type")).toContain("text/html");
  const parts = [...(await page.text()).matchAll(/"(\/page\/[^"]+)"/g)].map(([, path]) => path!);
  expect(parts.length).toBeGreaterThan(1);
  for (const path of parts) expect((await fetch(told.control + path)).status).toBe(200);
  expect((await fetch(`${told.control}/page/..%2fmain.ts`)).status).toBe(404);
  const foreign = { method: "POST", headers: { origin: "https://evil.example" }, body: "{}" };
  expect((await fetch(`${told.control}/state`, foreign)).status).toBe(403);
});
