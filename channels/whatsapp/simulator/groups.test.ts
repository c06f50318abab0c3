// Groups: made, changed, written in both ways, by hidden ids and by numbers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990007";
const ANA = "5511988880007";
const BIA = "5511988880008";
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  client = new Client(simulator);
  await client.link(PN);
});
afterAll(async () => {
  expect(simulator.state().complaints.filter((one) => !one.includes("told not to"))).toEqual([]);
  await client.end();
  await simulator.stop();
});

describe.each(["lid", "pn"] as const)("named by %s", (naming) => {
  let group: string;
  const jid = (pn: string) => naming === "pn" ? `${pn}@s.whatsapp.net` : `${simulator.person({ pn }).lid}@lid`;
  beforeAll(() => {
    ({ id: group } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN, BIA], naming }));
  });

  test("a member writes, again and again", async () => {
    for (const [index, text] of ["um", "dois", "três"].entries()) {
      const { id } = await simulator.say({ account: PN, from: ANA, group, content: { kind: "text", text } });
      const { message } = await client.upsert(id);
      expect(message.message?.conversation).toBe(text);
      // The key comes with the first message only.
      const [companion] = simulator.world.person(PN).companions.values();
      expect(companion?.given.get(id)?.content).toHaveLength(index === 0 ? 2 : 1);
      expect(message.key).toMatchObject({ remoteJid: group, participant: jid(ANA), fromMe: false });
      expect(message.key.participantAlt).toBe(
        naming === "lid" ? `${ANA}@s.whatsapp.net` : `${simulator.person({ pn: ANA }).lid}@lid`,
      );
    }
  });

  test("the account's own phone writes", async () => {
    const { id } = await simulator.sayFromPhone({ account: PN, group, content: { kind: "text", text: "eu" } });
    expect((await client.upsert(id)).message.key).toMatchObject({ remoteJid: group, fromMe: true });
  });

  test("the client writes to all members and its phone, and gets a receipt of each", async () => {
    for (const text of ["hello", "again", "and again"]) {
      const sent = await client.socket.sendMessage(group, { text });
      const accepted = await until(
        () =>
          simulator.state().accepted.find(({ id, readBy, ownCopy }) =>
            id === sent!.key.id && ownCopy && Object.keys(readBy).length === 2
          ),
        text,
      );
      expect(accepted.message?.extendedTextMessage?.text).toBe(text);
      expect(accepted.readBy).toEqual({ [ANA]: "skmsg", [BIA]: "skmsg" });
      for (const pn of [ANA, BIA]) {
        await until(() => client.readers(sent!.key.id!).includes(jid(pn)), `the receipt of ${pn}`);
      }
    }
  });

  test("a member that cannot read asks again and gets it", async () => {
    simulator.blind({ pn: BIA });
    const sent = await client.socket.sendMessage(group, { text: "retry" });
    const accepted = await until(
      () => simulator.state().accepted.find(({ id, readBy }) => id === sent!.key.id && readBy[BIA]),
      "the second try",
    );
    expect(accepted).toMatchObject({ sends: 2, readBy: { [ANA]: "skmsg", [BIA]: "skmsg" } });
  });

  test("is described, renamed, and changes its members", async () => {
    const metadata = await client.socket.groupMetadata(group);
    expect(metadata).toMatchObject({ subject: "Família", addressingMode: naming, size: 3 });
    expect(metadata.participants.map(({ id }) => id)).toEqual([ANA, PN, BIA].map(jid));
    simulator.renameGroup({ group, actor: ANA, subject: "Amigos" });
    await client.event("groups.update", ({ id, subject }) => id === group && subject === "Amigos");
    simulator.changeGroup({ group, actor: ANA, what: "add", members: ["5511988880099"] });
    await client.event("group-participants.update", ({ id, action }) => id === group && action === "add");
    simulator.changeGroup({ group, actor: ANA, what: "remove", members: ["5511988880099"] });
    await client.event("group-participants.update", ({ id, action }) => id === group && action === "remove");
    expect(Object.keys(await client.socket.groupFetchAllParticipating())).toContain(group);
  });
});

test("the client makes and changes a group, and is refused what is not its", async () => {
  const made = await client.socket.groupCreate("Novo", [`${ANA}@s.whatsapp.net`]);
  expect(made).toMatchObject({ subject: "Novo", size: 2 });
  await client.socket.groupUpdateSubject(made.id, "Outro");
  await client.socket.groupUpdateDescription(made.id, "what for");
  expect(await client.socket.groupMetadata(made.id)).toMatchObject({ subject: "Outro", desc: "what for" });
  const added = await client.socket.groupParticipantsUpdate(made.id, [`${BIA}@s.whatsapp.net`], "add");
  expect(added[0]?.status).toBe("200");
  const { id: foreign } = simulator.newGroup({ creator: ANA, subject: "Not yours", members: [BIA] });
  await expect(client.socket.groupMetadata(foreign)).rejects.toMatchObject({ data: 403 });
});
