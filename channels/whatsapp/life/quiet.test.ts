// libsignal prints private keys. The service is in a process of its own here, since it silences libsignal in its own.
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isMessage, MemoryHost } from "../../sdk/memory-host.ts";
import { plugin } from "../mod.ts";
import { until } from "../testing/life.ts";

const PN = "5511999990106";
const ANA = "5511988880106";
const METHODS = ["log", "info", "warn", "error"] as const;
const originals = METHODS.map((method) => console[method]);
/** What came through to the console, and what was meant for it. */
const printed: unknown[][] = [];
const meant: unknown[][] = [];
let service: Deno.ChildProcess;
let addresses: { control: string; socket: string; rootKey: string };

beforeAll(async () => {
  for (const method of METHODS) console[method] = (...args: unknown[]) => void printed.push(args);
  const main = new URL("../simulator/main.ts", import.meta.url).pathname;
  service = new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--quiet", main], stdout: "piped" }).spawn();
  const lines = createInterface({ input: Readable.fromWeb(service.stdout as never) });
  addresses = JSON.parse((await lines[Symbol.asyncIterator]().next()).value!);
});
afterAll(async () => {
  METHODS.forEach((method, at) => console[method] = originals[at]!);
  service.kill("SIGTERM");
  await service.status;
});

async function control(call: string, input: unknown) {
  const response = await fetch(`${addresses.control}/${call}`, { method: "POST", body: JSON.stringify(input) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

test("no record of a session reaches the console, everything else does", async () => {
  await control("person", { pn: PN, name: "Loja", business: "Loja" });
  await control("person", { pn: ANA, name: "Ana" });
  const env = { WHATSAPP_SOCKET_URL: addresses.socket, WHATSAPP_ROOT_KEY: addresses.rootKey };
  const host = new MemoryHost({ env, allowed: plugin.manifest.env });
  const connection = await plugin.connect({}, host);
  METHODS.forEach((method) => {
    const filtered = console[method];
    console[method] = (...args: unknown[]) => {
      meant.push(args);
      filtered.apply(console, args);
    };
  });
  const qr = await until(() => host.statuses.find(({ qrcode }) => qrcode)?.qrcode, "a QR");
  await control("scan", { pn: PN, qr });
  await until(() => host.caught.length > 0, "the line");
  const say = async (text: string, rest: object = {}) => {
    const { id } = await control("say", { account: PN, from: ANA, content: { kind: "text", text }, ...rest });
    await until(() => host.events.find((event) => isMessage(event) && event.externalId === id), text);
  };
  await say("um");
  await say("dois", { freshSession: true });
  await say("três", { broken: true });
  console.info("Closing the shop:", { open: false });
  await connection.close();

  // It did want to say something: records with keys among it.
  expect(JSON.stringify(meant)).toMatch(/privKey|rootKey|currentRatchet/);
  expect(meant.length).toBeGreaterThan(2);
  expect(printed).toEqual([["Closing the shop:", { open: false }]]);
});
