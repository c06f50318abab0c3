// Groups: who writes, what they are called, who has read. Unwanted groups cost nothing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Simulator } from "./simulator/simulator.ts";
import { until } from "./simulator/testing/client.ts";
import { allReceived } from "./inbound/receive.ts";
import { Device } from "./testing/receiver.ts";

const PN = "5511999990107";
const ANA = "5511988880107";
const BIA = "5511988880108";
let simulator: Simulator;
let device: Device;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  device = new Device(simulator, PN);
  await device.link(PN);
});
afterAll(async () => {
  await device.end();
  await simulator.stop();
});
const lid = (pn: string) => simulator.person({ pn }).lid;
const person = (pn: string) => [{ kind: "lid", value: lid(pn) }, { kind: "phone", value: pn }];

describe.each(["lid", "pn"] as const)("named by %s", (naming) => {
  let group: string;
  let peer: unknown;
  beforeAll(() => {
    ({ id: group } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN, BIA], naming }));
    peer = { identities: [{ kind: "group", value: group.split("@")[0] }], name: "Família" };
  });

  test("a member writes: the group is the peer, the member the sender; its description is asked for once", async () => {
    const asked: string[] = [];
    const { groupMetadata } = device.socket;
    device.socket.groupMetadata = (jid) => {
      asked.push(jid);
      return groupMetadata(jid);
    };
    const ids: string[] = [];
    for (const text of ["um", "dois", "três"]) ids.push((await device.say(ANA, { kind: "text", text }, { group })).id);
    for (const id of ids) {
      expect(await device.message(id)).toMatchObject({
        peer,
        sender: { name: "Ana", identities: person(ANA) },
        fromMe: false,
      });
    }
    expect(asked).toEqual([group]);
    device.socket.groupMetadata = groupMetadata;
    expect(
      await device.told(
        "profile",
        (event) => event.lookup === true && event.peer.identities[0]?.value === group.split("@")[0],
      ),
    ).toMatchObject({ peer });
  });

  test("the account's own phone writes: no sender", async () => {
    const { id } = await simulator.sayFromPhone({ account: PN, group, content: { kind: "text", text: "eu" } });
    const event = await device.message(id);
    expect(event).toMatchObject({ peer, fromMe: true });
    expect(event.sender).toBeUndefined();
  });

  test("a member reacts, edits and deletes; another member can do neither of the last, an admin can delete", async () => {
    const say = async (from: string) => {
      const { id } = await device.say(from, { kind: "text", text: "x" }, { group });
      await device.message(id);
      return id;
    };
    const anas = await say(ANA);
    await device.say(BIA, { kind: "reaction", target: { id: anas, author: ANA }, emoji: "👍" }, { group });
    expect(await device.told("reaction", ({ targetId }) => targetId === anas)).toMatchObject({ peer, emoji: "👍" });
    await device.say(BIA, { kind: "edit", target: { id: anas }, text: "forged" }, { group });
    await device.say(BIA, { kind: "delete", target: { id: anas } }, { group });
    const bias = await say(BIA);
    await device.say(ANA, { kind: "edit", target: { id: bias, author: BIA }, text: "forged" }, { group });
    await device.say(ANA, { kind: "delete", target: { id: bias, author: BIA } }, { group });
    await device.told("remove", ({ targetId }) => targetId === bias);
    await device.say(ANA, { kind: "edit", target: { id: anas }, text: "y" }, { group });
    await device.told("edit", ({ targetId }) => targetId === anas);
    expect(device.all("edit").filter(({ text }) => text === "forged")).toEqual([]);
    expect(device.all("remove").filter(({ targetId }) => targetId === anas)).toEqual([]);
  });

  test("our message is delivered and read when all members have and did", async () => {
    simulator.settings({ receipts: "none" });
    const sent = await device.socket.sendMessage(group, { text: "all" });
    const id = sent!.key.id!;
    await until(
      () => Object.keys(simulator.state().accepted.find((one) => one.id === id)?.readBy ?? {}).length === 2,
      "the message",
    );
    const acks = () => device.all("status").filter(({ externalId }) => externalId === id).map(({ ack }) => ack);
    const tick = async (from: string, type: "delivered" | "read") => {
      simulator.tick({ account: PN, from, ids: [id], type });
      await simulator.settled({ account: PN });
      await allReceived(device.host);
    };
    await tick(ANA, "read");
    expect(acks()).toEqual([]);
    await tick(BIA, "delivered");
    await until(() => acks().length === 1, "all have it");
    await tick(BIA, "read");
    await until(() => acks().length === 2, "all read it");
    expect(acks()).toEqual([2, 3]);
    simulator.settings({ receipts: "delivered" });
  });

  test("renamed, and members change: told, and kept for sending", async () => {
    simulator.renameGroup({ group, actor: ANA, subject: "Amigos" });
    await device.told("profile", (event) => event.peer.name === "Amigos" && !event.lookup);
    const members = () => device.book.known(group)?.participants.length;
    simulator.changeGroup({ group, actor: ANA, what: "add", members: ["5511988880199"] });
    await until(() => members() === 4, "the new member");
    simulator.changeGroup({ group, actor: ANA, what: "remove", members: ["5511988880199"] });
    await until(() => members() === 3, "the member to leave");
    const { id } = await device.say(ANA, { kind: "text", text: "so" }, { group });
    expect((await device.message(id)).peer.name).toBe("Amigos");
    simulator.renameGroup({ group, actor: ANA, subject: "Família" });
    await until(() => device.book.known(group)?.subject === "Família", "the old name");
  });
});

test("groups that are not wanted are confirmed to WhatsApp and cost nothing else", async () => {
  const shop = "5511999990109";
  simulator.person({ pn: shop, name: "Outra", business: "Outra" });
  const other = new Device(simulator, shop, { groups: false });
  await other.link(shop);
  let asked = 0;
  const { groupMetadata } = other.socket;
  other.socket.groupMetadata = (jid) => {
    asked++;
    return groupMetadata(jid);
  };
  const { id: group } = simulator.newGroup({ creator: ANA, subject: "Barulho", members: [shop] });
  const { id } = await simulator.say({ account: shop, from: ANA, group, content: { kind: "text", text: "noise" } });
  simulator.renameGroup({ group, actor: ANA, subject: "Mais barulho" });
  await other.upsert(id);
  await simulator.settled({ account: shop });
  const { id: after } = await other.say(ANA, { kind: "text", text: "for you" });
  await other.message(after);
  expect(other.host.events.filter(({ kind }) => kind !== "identity")).toHaveLength(1);
  expect(asked).toBe(0);
  await other.end();
});

test("a group that cannot be had is not asked for again and again; its messages come", async () => {
  const { id: group } = simulator.newGroup({ creator: ANA, subject: "?", members: [PN] });
  let asked = 0;
  const { groupMetadata } = device.socket;
  device.socket.groupMetadata = () => {
    asked++;
    return Promise.reject(new Error("rate-overlimit"));
  };
  for (const text of ["1", "2"]) {
    const { id } = await device.say(ANA, { kind: "text", text }, { group });
    expect((await device.message(id)).peer.name).toBeUndefined();
  }
  expect(asked).toBe(1);
  device.socket.groupMetadata = groupMetadata;
});
