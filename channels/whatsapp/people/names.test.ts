// Who is who: hidden ids, numbers, and what is told of them when.
import { describe, expect, test } from "vitest";
import { MemoryHost } from "../../sdk/memory-host.ts";
import type { WASocket } from "@whiskeysockets/baileys";
import { learnFrom } from "../inbound/history.ts";
import { addressOf, sameUser } from "./jids.ts";
import type { InboundLine } from "../inbound/message-event.ts";
import { People } from "./names.ts";

const ANA = "5511988880001@s.whatsapp.net";
const LID = "111@lid";
const lid = { kind: "lid", value: "111" };
const number = { kind: "phone", value: "5511988880001" };
/** `stored`: pairs of earlier days, as Baileys keeps them. */
function people(stored: Record<string, string> = {}) {
  const host = new MemoryHost();
  const asked: string[] = [];
  const keys = {
    get(_: string, ids: string[]) {
      asked.push(...ids);
      return Promise.resolve(Object.fromEntries(ids.flatMap((id) => stored[id] ? [[id, stored[id]]] : [])));
    },
  };
  const socket = { authState: { keys } } as unknown as WASocket;
  const told = () => host.events.flatMap((event) => event.kind === "identity" ? [[event.from, event.to]] : []);
  return { host, names: new People(host, () => socket), told, asked };
}

test.each([
  ["111:3@lid", "lid", "111"],
  ["111_1:3@hosted.lid", "lid", "111"],
  ["5511988880001:12@s.whatsapp.net", "phone", "5511988880001"],
  ["5511988880001@c.us", "phone", "5511988880001"],
  ["120363-1@g.us", "group", "120363-1"],
  ["0@s.whatsapp.net", "other", "0"],
  ["status@broadcast", "other", "status"],
  ["1@newsletter", "other", "1"],
  ["abc@lid", "other", "abc"],
  ["", "other", ""],
])("the address %s is %s %s", (jid, kind, user) => expect(addressOf(jid)).toEqual({ kind, user }));

test("nobody is the same as what cannot be read", () => {
  expect(sameUser("111:3@lid", "111@lid")).toBe(true);
  expect(sameUser("111@lid", "111@s.whatsapp.net")).toBe(false);
  expect(sameUser("", "")).toBe(false);
});

describe("identities", () => {
  test("pairs of earlier days are found by either side, and kept", async () => {
    const { names, asked } = people({ "5511988880001": "111", "111_reverse": "5511988880001" });
    for (const jid of [ANA, LID, ANA]) expect(await names.identitiesOf(jid)).toEqual([lid, number]);
    expect(asked).toEqual(["5511988880001"]);
  });
  test("a hidden id is never a number, whatever the other address says", async () => {
    const { names } = people();
    expect(await names.identitiesOf(LID, "222@lid")).toEqual([lid]);
    expect(await names.identitiesOf(LID, "status@broadcast")).toEqual([lid]);
    expect(await names.identitiesOf("1@newsletter")).toEqual([]);
  });
  test("devices are no persons, and groups have one address", async () => {
    const { names } = people();
    expect(await names.identitiesOf("5511988880001:7@s.whatsapp.net")).toEqual([number]);
    expect(await names.identitiesOf("120363@g.us")).toEqual([{ kind: "group", value: "120363" }]);
  });
});

describe("a pair", () => {
  test("is told once, whoever brings it, with or without a server", async () => {
    const { names, told } = people();
    await names.pair(LID, ANA);
    await names.pair("111", "5511988880001");
    await names.identitiesOf(LID, ANA);
    expect(told()).toEqual([[lid, number]]);
  });
  test("with another number: the person's number has changed", async () => {
    const { names, told } = people();
    await names.pair(LID, ANA);
    await names.pair(LID, "5511977770002@s.whatsapp.net");
    const next = { kind: "phone", value: "5511977770002" };
    expect(told().slice(1)).toEqual([[lid, next], [number, next]]);
  });
  test("with the same number written in the old way: nothing changed", async () => {
    const { names, told } = people();
    await names.pair(LID, ANA);
    await names.pair(LID, "551188880001@s.whatsapp.net");
    expect(told().some(([from]) => from?.kind === "phone")).toBe(false);
  });
  test("a name that the host could not store is told again", async () => {
    const { host, names, told } = people();
    const receive = host.receive.bind(host);
    host.receive = () => Promise.reject(new Error("no"));
    await names.pair(LID, ANA);
    host.receive = receive;
    await names.pair(LID, ANA);
    expect(told()).toEqual([[lid, number]]);
  });
  test("of a stranger among many is kept in silence; of somebody met without a number it is told", async () => {
    const { names, told } = people();
    await names.learn([{ lid: LID, pn: ANA }, { lid: null, pn: ANA }, { lid: "nonsense", pn: ANA }]);
    expect(told()).toEqual([]);
    expect(await names.identitiesOf(LID)).toEqual([lid, number]);
    await names.identitiesOf("222@lid");
    await names.learn([{ lid: "222@lid", pn: "5511988880002@s.whatsapp.net" }]);
    expect(told()).toEqual([[{ kind: "lid", value: "222" }, { kind: "phone", value: "5511988880002" }]]);
  });
  test("of the phone's history, in each of its forms", async () => {
    const { names } = people();
    const line = { names } as unknown as InboundLine;
    const contacts = [{ id: "333@lid", phoneNumber: "33@s.whatsapp.net" }, { id: "44@s.whatsapp.net", lid: "444@lid" }];
    const chats = [{ id: "55@s.whatsapp.net", lidJid: "555@lid" }, { id: "666@lid", pnJid: "66@s.whatsapp.net" }];
    const lidPnMappings = [{ lid: "777@lid", pn: "77@s.whatsapp.net" }];
    await learnFrom(line, { chats, contacts, messages: [], lidPnMappings });
    for (const digit of ["3", "4", "5", "6", "7"]) {
      expect(await names.identitiesOf(`${digit.repeat(3)}@lid`)).toMatchObject([{}, { value: digit.repeat(2) }]);
    }
  });
});

test("one word for one person, by number and by hidden id, also once the pair is known", async () => {
  const { names } = people();
  const first = names.wordFor(ANA);
  await names.learn([{ lid: LID, pn: ANA }]);
  expect(names.wordFor(LID)).toBe(first);
  expect(names.wordFor(ANA, LID)).toBe(first);
  const other = people().names;
  expect(other.wordFor(ANA, LID)).toBe(other.wordFor(LID));
  expect(other.wordFor(ANA)).toBe(other.wordFor(LID));
  expect(other.wordFor("5511988880000@s.whatsapp.net")).not.toBe(other.wordFor(LID));
});
