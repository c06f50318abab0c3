// The simulator's own codecs against Baileys': written apart, they have to agree on every byte's meaning.
import { decodeBinaryNode, encodeBinaryNode } from "@whiskeysockets/baileys";
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from "@whiskeysockets/baileys/lib/Signal/Group/index.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frame, Frames } from "../wire/frames.ts";
import { decodeNode } from "./decode.ts";
import { encodeNode } from "./encode.ts";
import { type Node, node } from "./node.ts";
import { ReceivingChain, SendingChain } from "../keys/sender-keys.ts";

const text = fc.oneof(
  fc.constantFrom("message", "s.whatsapp.net", "type", "pair-device", "5511999990001@s.whatsapp.net", "1234567:12@lid"),
  fc.constantFrom(
    "120363000000000000@g.us",
    "@s.whatsapp.net",
    "DEADBEEF0",
    "3EB0A",
    "12345",
    "1.5-2",
    "55:3@s.whatsapp.net",
  ),
  fc.string({ minLength: 1, maxLength: 300, unit: "grapheme" }).filter((one) => !one.includes("@"))
    // Baileys' dictionary is an object with Object's own names in it, and loses words such as "constructor".
    .filter((one) => !(one in {})),
);
const attrs = fc.dictionary(text, text, { maxKeys: 4 });
const nodes = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    tag: text,
    attrs,
    content: fc.oneof(
      { maxDepth: 3 },
      fc.constant(undefined),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
    ),
  }).map(({ tag, attrs, content }) => content === undefined ? { tag, attrs } : { tag, attrs, content }),
})).node;
/** Both decoders leave out nothing, but one of them sets absent content. */
const plain = (one: unknown) => JSON.parse(JSON.stringify(one));

describe("nodes", () => {
  test("Baileys reads the nodes that the simulator writes", async () => {
    await fc.assert(fc.asyncProperty(nodes, async (one) => {
      expect(plain(await decodeBinaryNode(encodeNode(one)))).toEqual(plain(one));
    }));
  });
  test("the simulator reads the nodes that Baileys writes", () => {
    fc.assert(fc.property(nodes, (one) => {
      expect(plain(decodeNode(encodeBinaryNode(one)))).toEqual(plain(one));
    }));
  });
  test("large content and long lists", async () => {
    for (const size of [255, 256, (1 << 20) - 1, 1 << 20]) {
      const one = node("enc", {}, Buffer.alloc(size, 7));
      expect((await decodeBinaryNode(encodeNode(one))).content).toHaveLength(size);
      expect(decodeNode(encodeBinaryNode(one)).content).toHaveLength(size);
    }
    const list = node("list", {}, Array.from({ length: 1000 }, (_, id) => node("item", { id })));
    expect(plain(await decodeBinaryNode(encodeNode(list)))).toEqual(plain(list));
  });
  test("bytes that are no node are refused", () => {
    for (const hex of ["00", "0000", "00f8", "00f803", "00f802f0"]) {
      expect(() => decodeNode(Buffer.from(hex, "hex"))).toThrow();
    }
  });
});

describe("frames", () => {
  const opening = Buffer.from([0x57, 0x41, 6, 3]);
  test("come whole, however they were cut", () => {
    fc.assert(fc.property(
      fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }),
      fc.array(fc.nat(60), { maxLength: 8 }),
      fc.option(fc.uint8Array({ maxLength: 20 })),
      (payloads, cuts, routing) => {
        const routed = routing ? Buffer.concat([Buffer.from("ED\0\x01", "latin1"), frame(routing)]) : Buffer.alloc(0);
        const stream = Buffer.concat([routed, opening, ...payloads.map(frame)]);
        const frames = new Frames();
        const got: Buffer[] = [];
        let at = 0;
        for (const cut of [...cuts, stream.length]) got.push(...frames.push(stream.subarray(at, at += cut)));
        expect(got.map((one) => [...one])).toEqual(payloads.map((one) => [...one]));
        expect(frames.routing && [...frames.routing]).toEqual(routing ? [...routing] : undefined);
      },
    ));
  });
  test("another opening is refused", () => {
    expect(() => new Frames().push(Buffer.from("GET / HTTP"))).toThrow("open");
  });
});

describe("group keys", () => {
  function store() {
    const records = new Map<string, SenderKeyRecord>();
    return {
      loadSenderKey: (name: SenderKeyName) => Promise.resolve(records.get(name.toString()) ?? new SenderKeyRecord()),
      storeSenderKey: (name: SenderKeyName, record: SenderKeyRecord) => {
        records.set(name.toString(), record);
        return Promise.resolve();
      },
    };
  }
  const name = new SenderKeyName("1@g.us", { id: "55", deviceId: 1, toString: () => "55.1" });

  test("Baileys reads the simulator's chain", async () => {
    const keys = store();
    const chain = new SendingChain();
    const given = new SenderKeyDistributionMessage(null, null, null, null, chain.distribution());
    await new GroupSessionBuilder(keys).process(name, given);
    for (const word of ["a", "b", "c"]) {
      const plain = await new GroupCipher(keys, name).decrypt(chain.encrypt(Buffer.from(word)));
      expect(Buffer.from(plain).toString()).toBe(word);
    }
  });

  test("the simulator reads Baileys' chain, out of order too, each message once", async () => {
    const keys = store();
    const given = await new GroupSessionBuilder(keys).create(name);
    const chain = new ReceivingChain(given.serialize());
    const sealed: Uint8Array[] = [];
    for (const word of ["a", "b", "c"]) sealed.push(await new GroupCipher(keys, name).encrypt(Buffer.from(word)));
    for (const index of [0, 2, 1]) expect(chain.decrypt(sealed[index]!).toString()).toBe("abc"[index]);
    expect(() => chain.decrypt(sealed[1]!)).toThrow("read before");
    const forged = Buffer.from(sealed[2]!);
    forged[5]! ^= 1;
    expect(() => chain.decrypt(forged)).toThrow("signature");
  });
});
