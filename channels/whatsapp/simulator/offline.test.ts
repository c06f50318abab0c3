// What waits while a client is away, and what the phone tells of the past.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990010";
const ANA = "5511988880010";
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
});
afterAll(() => simulator.stop());
beforeEach(() => void (client = new Client(simulator)));
afterEach(async () => {
  await client.end();
  simulator.remove({ account: PN });
});
const say = (text: string, more = {}) =>
  simulator.say({ account: PN, from: ANA, content: { kind: "text", text }, ...more });
const waiting = () => simulator.state({ account: PN }).accounts[0]?.devices[0]?.waiting;

test("the backlog comes in order, once, as append, and is counted", async () => {
  await client.link(PN);
  await simulator.settled({ account: PN });
  await client.end();
  const previews: Record<string, string>[] = [];
  const ids: string[] = [];
  for (let n = 0; n < 150; n++) ids.push((await say(`n${n}`, { from: n % 2 ? ANA : "5511988880011" })).id);
  const { id: call } = simulator.call({ account: PN, from: ANA });
  expect(waiting()).toBe(151);
  client.connect();
  client.socket.ws.on("CB:ib,,offline_preview", ({ content }: { content: { attrs: Record<string, string> }[] }) => {
    previews.push(content[0]!.attrs);
  });
  await client.upsert(ids.at(-1)!);
  expect(previews).toMatchObject([{ count: "151", message: "150", call: "1", receipt: "0", notification: "0" }]);
  const mine = client.upserts.filter(({ message }) => ids.includes(message.key.id!));
  expect(mine.map(({ message }) => message.key.id)).toEqual(ids);
  expect(new Set(mine.map(({ type }) => type))).toEqual(new Set(["append"]));
  await client.event("call", ({ id, offline }) => id === call && offline);
  await simulator.settled({ account: PN });
  await client.end();
  const { length } = client.upserts;
  await client.login();
  expect(client.upserts.slice(length).filter(({ message }) => ids.includes(message.key.id!))).toEqual([]);
});

test("a stanza that was not confirmed comes again", async () => {
  await client.link(PN);
  await simulator.settled({ account: PN });
  simulator.kick({ account: PN, how: "drop" });
  const { id } = await say("lost on the way");
  await client.closed();
  await client.login();
  expect((await client.upsert(id)).type).toBe("append");
});

test("receipts and group changes of the meantime come too", async () => {
  const { id: group } = simulator.newGroup({ creator: ANA, subject: "G", members: [PN] });
  await client.link(PN);
  const sent = await client.socket.sendMessage(`${ANA}@s.whatsapp.net`, { text: "read later" });
  await until(
    () => simulator.state().accepted.find(({ id, message }) => id === sent!.key.id && message),
    "the message",
  );
  await simulator.settled({ account: PN });
  await client.end();
  simulator.tick({ account: PN, from: ANA, ids: [sent!.key.id!], type: "read" });
  simulator.renameGroup({ group, actor: ANA, subject: "New" });
  await client.login();
  await until(() => client.fates(sent!.key.id!).some(({ status }) => status === 4), "the blue tick");
  await client.event("groups.update", ({ subject }) => subject === "New");
});

test("the phone's past: conversations, names, hidden ids", async () => {
  const messages = [
    { id: "P1", at: 1_700_000_000, content: { kind: "text" as const, text: "long ago" } },
    { id: "P2", at: 1_700_000_100, fromMe: true, content: { kind: "text" as const, text: "indeed" } },
  ];
  await simulator.history({ account: PN, chats: [{ chat: ANA, name: "Ana", unread: 1, messages }] });
  await simulator.history({ account: PN, type: "PUSH_NAME", names: { [ANA]: "Aninha" } });
  await simulator.history({ account: PN, type: "RECENT", chats: [{ chat: ANA, messages: [] }] });
  await client.link(PN);
  const jid = `${ANA}@s.whatsapp.net`;
  const past = await client.event("messaging-history.set", ({ messages }) => messages.length === 2);
  expect(past.messages.map(({ key, message }) => [key.id, key.fromMe, message?.conversation])).toEqual([
    ["P1", false, "long ago"],
    ["P2", true, "indeed"],
  ]);
  expect(past.chats[0]).toMatchObject({ id: jid, unreadCount: 1 });
  const { lid } = simulator.person({ pn: ANA });
  // The event tells them too, unless it was merged with another: then only the store knows.
  expect(await client.socket.signalRepository.lidMapping.getLIDForPN(jid)).toBe(`${lid}@lid`);
  await client.event("messaging-history.set", ({ contacts }) => contacts.some(({ notify }) => notify === "Aninha"));
  await simulator.history({
    account: PN,
    when: "now",
    type: "ON_DEMAND",
    chats: [{ chat: ANA, messages: [{ ...messages[0]!, id: "P0" }] }],
  });
  await client.event("messaging-history.set", ({ messages }) => messages.some(({ key }) => key.id === "P0"));
});

test("a chat is archived with the keys the phone gave", async () => {
  await client.link(PN);
  const { id } = await say("archive me");
  const { message } = await client.upsert(id);
  await client.socket.chatModify({ archive: true, lastMessages: [message] }, `${ANA}@s.whatsapp.net`);
  expect(simulator.world.person(PN).appState.get("regular_low")?.length).toBeGreaterThan(0);
});
