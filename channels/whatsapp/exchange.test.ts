// Both halves of the plugin on one line: what is told of a message that was sent, and what is done to one that came.
import { afterAll, beforeAll, expect, test } from "vitest";
import { isMessage } from "../sdk/memory-host.ts";
import type { InboundEvent, MessageEvent, OutboundMessage, Peer } from "../sdk/mod.ts";
import { Simulator } from "./simulator/simulator.ts";
import { back, linkBy, openDevice, type Opened, until } from "./testing/life.ts";

const PN = "5511999990341";
const ANA = "5511988880341";
const BIA = "5511988880342";
let simulator: Simulator;
let opened: Opened;

beforeAll(async () => {
  simulator = new Simulator({ receipts: "delivered" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  simulator.person({ pn: BIA, name: "Bia" });
  const chats = [{ chat: ANA, name: "Ana", messages: [] }, { chat: BIA, name: "Bia", messages: [] }];
  await simulator.history({ account: PN, chats });
  opened = await linkBy(openDevice(simulator), simulator, PN);
});
afterAll(async () => {
  await opened.device.close();
  opened.host.end();
  await simulator.stop();
});

const text = (to: Peer, said: string, more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  key: crypto.randomUUID(),
  to,
  text: said,
  human: true,
  ...more,
});
const seen = (id: string) => simulator.state({ account: PN }).accepted.filter((one) => one.id === id);
const read = (id: string) => until(() => seen(id).find(({ message }) => message), `${id} to be read`);
async function comes(said: string, more: { naming?: "pn" | "lid" | "hidden"; group?: string } = {}) {
  const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: said }, ...more });
  return await until(
    () => opened.host.events.find((event): event is MessageEvent => isMessage(event) && event.externalId === id),
    said,
  );
}
const acks = (id: string) =>
  opened.host.events.flatMap((event) => event.kind === "status" && event.externalId === id ? [event.ack] : []);

test("an answer reaches who wrote, quotes it, and its delivery is told under the id that was given back", async () => {
  const asked = await comes("quanto custa?", { naming: "hidden" });
  const quoted = { externalId: asked.externalId, fromMe: false };
  const { externalId } = await opened.connection.send(text(asked.peer, "dez", { quoted }));
  const { message, to } = await read(externalId);
  expect(to).toBe(`${simulator.person({ pn: ANA }).lid}@lid`);
  expect(message?.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: asked.externalId,
    quotedMessage: { conversation: "quanto custa?" },
  });
  await until(() => acks(externalId).includes(2), "the delivery");
  // Its own echo is not told: the answer of the send is the whole truth.
  expect(opened.host.events.filter((event) => isMessage(event) && event.externalId === externalId)).toEqual([]);
});

test("two people whose phones made the same id are each quoted with their own words", async () => {
  const id = "3AEQUALIDOFTWOPHONES";
  const said = async (from: string, words: string) => {
    await simulator.say({ account: PN, from, id, content: { kind: "text", text: words } });
    const look = (event: InboundEvent): event is MessageEvent =>
      isMessage(event) && event.externalId === id && event.content.type === "text" && event.content.text === words;
    return await until(() => opened.host.events.find(look), words);
  };
  const both = [await said(ANA, "de Ana"), await said(BIA, "de Bia")];
  for (const { peer, content } of both) {
    const quoted = { externalId: id, fromMe: false };
    const { externalId } = await opened.connection.send(text(peer, "essa?", { quoted }));
    const { message } = await read(externalId);
    const { text: conversation } = content as { text: string };
    expect(message?.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: id, quotedMessage: { conversation } });
  }
});

test("whom the phone has chats with is known from the linking on, though the company wants no past", async () => {
  expect(opened.host.past).toBe(null);
  await until(async () => (await opened.connection.people!("chats")).length === 2, "both chats");
  expect((await opened.connection.people!("chats")).map(({ number }) => number).sort()).toEqual([ANA, BIA].sort());
});

test("a hidden id that was met is written to under the number as well", async () => {
  await comes("oi", { naming: "pn" });
  const { externalId } = await opened.connection.send(text({ identities: [{ kind: "phone", value: ANA }] }, "olá"));
  expect((await read(externalId)).to).toBe(`${simulator.person({ pn: ANA }).lid}@lid`);
});

test("a message that came in can be reacted to, forwarded, and read with all before it", async () => {
  const [one, two] = [await comes("um"), await comes("dois")];
  await opened.connection.react?.(two.peer, two.externalId, "👍");
  const { externalId } = await opened.connection.send(text({ identities: [{ kind: "phone", value: BIA }] }, "um", {
    forwardOf: { externalId: one.externalId, from: one.peer },
  }));
  expect((await read(externalId)).message?.extendedTextMessage).toMatchObject({
    text: "um",
    contextInfo: { isForwarded: true },
  });
  await opened.connection.markRead?.(two.peer, two.externalId);
  const told = () =>
    simulator.state({ account: PN }).receipts.filter(({ type }) => type === "read").flatMap(({ ids }) => ids);
  await until(() => told().includes(one.externalId) && told().includes(two.externalId), "both to be read");
});

test("in a group: a member is answered, quoted by name, and all have it", async () => {
  const { id: group } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN, BIA] });
  const asked = await comes("quem vem?", { group });
  const quoted = { externalId: asked.externalId, fromMe: false };
  const { externalId } = await opened.connection.send(text(asked.peer, `@${BIA} vem`, { quoted }));
  const { message } = await read(externalId);
  const { lid: ana } = simulator.person({ pn: ANA });
  const { lid: bia } = simulator.person({ pn: BIA });
  expect(message?.extendedTextMessage).toMatchObject({
    text: `@${bia} vem`,
    contextInfo: { mentionedJid: [`${bia}@lid`], participant: `${ana}@lid`, stanzaId: asked.externalId },
  });
  await until(() => acks(externalId).includes(2), "the delivery to all");
});

test("the line breaks at a send: again under the same id when it is back, and one message", async () => {
  const one = text({ identities: [{ kind: "phone", value: ANA }] }, "uma vez");
  const times = opened.host.caught.length;
  simulator.fault({ account: PN, dropAtSend: "after" });
  await expect(opened.connection.send(one)).rejects.toMatchObject({ code: "unreachable", maybeSent: true });
  simulator.fault({ account: PN });
  await expect(opened.connection.send(one)).rejects.toMatchObject({ code: "not-connected" });
  await back(opened, times + 1);
  const { externalId } = await opened.connection.send(one);
  expect(await read(externalId)).toMatchObject({ sends: 2, readBy: { [ANA]: expect.any(String) } });
});
