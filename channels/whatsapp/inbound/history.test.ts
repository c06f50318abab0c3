// The past of a newly linked device: what was wished for, and nothing else.
import { afterEach, beforeEach, expect, test } from "vitest";
import { peopleOf } from "./book.ts";
import { Simulator } from "../simulator/simulator.ts";
import { until } from "../simulator/testing/client.ts";
import { Device } from "../testing/receiver.ts";

const PN = "5511999990130";
const ANA = "5511988880130";
const DAY = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;
let simulator: Simulator;
let group: string;
beforeEach(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  ({ id: group } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN] }));
  const text = (of: string) => ({ kind: "text" as const, text: of });
  await simulator.history({
    account: PN,
    progress: 40,
    chats: [
      {
        chat: ANA,
        name: "Ana do livro",
        messages: [
          { id: "NEW", content: text("new"), at: (now - DAY) / 1000 },
          { id: "MINE", content: text("mine"), at: (now - 2 * DAY) / 1000, fromMe: true },
          { id: "OLD", content: text("old"), at: (now - 40 * DAY) / 1000 },
        ],
      },
      {
        chat: group,
        name: "Família",
        messages: [{ id: "GROUP", content: text("all"), at: (now - DAY) / 1000, author: ANA }],
      },
    ],
  });
});
afterEach(() => simulator.stop());

async function linked(past?: { from: number; until: number; groups: boolean }) {
  const device = new Device(simulator, PN, { past }, { shouldSyncHistoryMessage: () => true });
  await device.link(PN);
  return device;
}
const ids = (device: Device) =>
  device.host.pasts.flatMap(({ messages }) => messages.map(({ externalId }) => externalId));

test("messages of the wished time, in order, with who wrote them and how far it is", async () => {
  const device = await linked({ from: now - 30 * DAY, until: now, groups: false });
  await until(() => device.host.pasts.length > 0, "the past");
  expect(ids(device)).toEqual(["MINE", "NEW"]);
  expect(device.host.pasts.at(-1)?.progress).toBe(40);
  const { lid } = simulator.person({ pn: ANA });
  expect(device.host.pasts[0]?.messages).toMatchObject([
    { fromMe: true, content: { text: "mine" }, at: now - 2 * DAY },
    { fromMe: false, content: { text: "new" }, peer: { name: "Ana do livro" } },
  ]);
  for (const { peer } of device.host.pasts[0]!.messages) {
    expect(peer.identities).toEqual([{ kind: "lid", value: lid }, { kind: "phone", value: ANA }]);
  }
  expect(device.all("message")).toEqual([]);
  await device.end();
});

test("groups where they are wished for, without asking WhatsApp about each", async () => {
  const device = await linked({ from: now - 30 * DAY, until: now, groups: true });
  await until(() => device.host.pasts.length > 0, "the past");
  expect(ids(device)).toContain("GROUP");
  expect(device.host.pasts[0]?.messages.find(({ externalId }) => externalId === "GROUP")).toMatchObject({
    peer: { name: "Família", identities: [{ kind: "group" }] },
    sender: { identities: [{ kind: "lid" }, { value: ANA }] },
  });
  expect(device.book.known(group)).toBeUndefined();
  await device.end();
});

test("no wish, no past; who is who is kept all the same", async () => {
  const device = await linked();
  const { id } = await device.say(ANA, { kind: "text", text: "live" }, { naming: "hidden" });
  expect((await device.message(id)).peer.identities).toMatchObject([{ kind: "lid" }, { kind: "phone", value: ANA }]);
  expect(device.host.pasts).toEqual([]);
  await device.end();
});

test("a live message that is in the history too is not lost in it", async () => {
  const device = new Device(simulator, PN, {}, { shouldSyncHistoryMessage: () => true });
  await device.link(PN);
  const at = Math.ceil(Date.now() / 1000) + 1;
  await simulator.history({
    account: PN,
    when: "now",
    chats: [{ chat: ANA, messages: [{ id: "BOTH", content: { kind: "text", text: "both" }, at }] }],
  });
  expect((await device.message("BOTH")).content).toEqual({ type: "text", text: "both" });
  await device.end();
});

test("whom the phone knows is kept: chats with the names they have there, groups not", async () => {
  const device = await linked();
  const line = { host: device.host };
  await until(async () => (await peopleOf(line, "chats")).length > 0, "the book to be kept");
  expect(await peopleOf(line, "chats")).toEqual([{ number: ANA, name: "Ana do livro" }]);
  expect(await peopleOf(line, "book")).toEqual([{ number: ANA, name: "Ana do livro" }]);
  await device.end();
});
