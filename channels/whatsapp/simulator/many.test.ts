// Many accounts at once: nothing is mixed up, nothing is lost, and the console stays silent.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const ACCOUNTS = 20;
const EACH = 10;
const pns = Array.from({ length: ACCOUNTS }, (_, index) => `55119777700${String(index).padStart(2, "0")}`);
const said: unknown[][] = [];
let simulator: Simulator;
let clients: Client[];

beforeAll(async () => {
  for (const method of ["info", "warn", "error", "log"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void said.push(args));
  }
  simulator = new Simulator();
  await simulator.start();
  clients = pns.map((pn) => {
    simulator.person({ pn, name: pn, business: pn });
    return new Client(simulator);
  });
  await Promise.all(clients.map((client, index) => client.link(pns[index]!)));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await simulator.stop();
  vi.restoreAllMocks();
});

test("twenty accounts write and are written to at the same time", async () => {
  await Promise.all(clients.map(async (client, index) => {
    const account = pns[index]!;
    const from = `55118666600${index}`;
    const ids: string[] = [];
    for (let n = 0; n < EACH; n++) {
      const content = { kind: "text" as const, text: `${account} ${n}` };
      ids.push((await simulator.say({ account, from, content })).id);
      await client.socket.sendMessage(`${from}@s.whatsapp.net`, { text: `answer ${n}` });
    }
    await client.upsert(ids.at(-1)!);
    const mine = client.upserts.filter(({ message }) => !message.key.fromMe && message.message?.conversation);
    expect(mine.map(({ message }) => message.message?.conversation)).toEqual(
      ids.map((_, n) => `${account} ${n}`),
    );
    const read = () => simulator.state({ account }).accepted.filter(({ readBy }) => readBy[from]).length;
    await until(() => read() === EACH, `${account}'s answers`);
  }));
  expect(simulator.state().complaints).toEqual([]);
  for (const pn of pns) expect(simulator.hub.sockets(pn)).toMatchObject({ now: 1, most: 1, replaced: 0 });
});

test("nothing of it reached the console: libsignal would have printed keys", () => {
  expect(said).toEqual([]);
});
