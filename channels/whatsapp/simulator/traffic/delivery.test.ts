// What waits for a client, and what takes it off the queue.
import { Buffer } from "node:buffer";
import { beforeEach, expect, test } from "vitest";
import { Companion } from "../people/companion.ts";
import { confirm, deliver } from "./delivery.ts";
import { node } from "../nodes/node.ts";
import { World } from "../people/world.ts";

let companion: Companion;
beforeEach(() => {
  const world = new World({ seed: "s", clock: Date.now, receipts: "none", history: false });
  const key = Buffer.alloc(32);
  companion = new Companion(world.person("5511999990050"), 1, key, key, 1, { id: 1, key, signature: Buffer.alloc(64) });
  deliver(companion, node("message", { id: "A", from: "x@s.whatsapp.net" }));
});

test("a receipt, an acknowledgement or a refusal of that message does; others do not", () => {
  for (const other of [node("receipt", { id: "B" }), node("ack", { id: "A", class: "receipt" })]) {
    expect(confirm(companion, other)).toBe(false);
  }
  expect(companion.waiting.size).toBe(1);
  expect(confirm(companion, node("receipt", { id: "A" }))).toBe(true);
  deliver(companion, node("message", { id: "A" }));
  expect(confirm(companion, node("ack", { id: "A", class: "message", error: "500" }))).toBe(true);
});

test("a refusal that follows a retry does not: what was sent anew is still on its way", () => {
  companion.resent.set("A", 1);
  expect(confirm(companion, node("ack", { id: "A", class: "message", error: "500" }))).toBe(false);
  expect(companion.waiting.size).toBe(1);
  expect(confirm(companion, node("receipt", { id: "A" }))).toBe(true);
});

test("two people's messages with one id wait each for its own confirmation", () => {
  deliver(companion, node("message", { id: "A", from: "y@s.whatsapp.net" }));
  expect(companion.waiting.size).toBe(2);
  expect(confirm(companion, node("receipt", { id: "A", to: "y@s.whatsapp.net" }))).toBe(true);
  expect([...companion.waiting.values()].map(({ attrs }) => attrs.from)).toEqual(["x@s.whatsapp.net"]);
});

test("receipts of one message are kept apart by kind and person", () => {
  const receipt = (more: Record<string, string>) => node("receipt", { id: "M", from: "g@g.us", ...more });
  const all = [
    receipt({ participant: "a" }),
    receipt({ participant: "b" }),
    receipt({ participant: "a", type: "read" }),
  ];
  for (const one of all) deliver(companion, one);
  expect(companion.waiting.size).toBe(4);
  expect(confirm(companion, node("ack", { class: "receipt", id: "M", participant: "a", type: "read" }))).toBe(true);
  expect(companion.waiting.size).toBe(3);
});

test("nothing is kept for a device that was removed", () => {
  companion.removed = true;
  deliver(companion, node("message", { id: "C" }));
  expect(companion.waiting.size).toBe(1);
});
