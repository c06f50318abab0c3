import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { newKeyPair, sign } from "../simulator/bytes/curve.ts";
import { checkInRuntime, isSignedBy } from "./signature.ts";

const require = createRequire(import.meta.url);
const curve = createRequire(require.resolve("libsignal/src/curve.js"))("curve25519-js");
const slow: typeof isSignedBy = curve.verify;
const bytes = (...numbers: number[]) => Uint8Array.from(numbers);

test("the runtime finds right what the library signed, whatever the key and the message", () => {
  const messages = ["", "oi", "Olá, José 👋🏽", "مرحبا", "x".repeat(70_000)].map((text) =>
    new TextEncoder().encode(text)
  );
  // Until points of either sign were among them.
  const signs = new Set<number>();
  for (let n = 0; n < 15 || signs.size < 2; n++) {
    const pair = newKeyPair();
    const message = messages[n % messages.length]!;
    const signature = sign(pair, message);
    signs.add(signature[63]! & 0x80);
    expect([isSignedBy(pair.open, message, signature), slow(pair.open, message, signature)]).toEqual([true, true]);
    expect(isSignedBy(Buffer.concat([bytes(5), pair.open]), message, signature)).toBe(true);
  }
});

test("a signature with any byte changed, of another key or about another message is wrong", () => {
  const [pair, other] = [newKeyPair(), newKeyPair()];
  const message = new TextEncoder().encode("mensagem do grupo");
  const signature = sign(pair, message);
  for (let at = 0; at < 64; at++) {
    const changed = Uint8Array.from(signature);
    changed[at]! ^= at === 63 ? 0x80 : 1;
    expect(isSignedBy(pair.open, message, changed), `byte ${at}`).toBe(false);
  }
  expect(isSignedBy(other.open, message, signature)).toBe(false);
  expect(isSignedBy(pair.open, message.subarray(1), signature)).toBe(false);
});

test("a key or a signature that is none is wrong and throws nothing", () => {
  const pair = newKeyPair();
  const message = bytes(1, 2, 3);
  const signature = sign(pair, message);
  const none = [
    [bytes(), signature],
    [pair.open.subarray(1), signature],
    [Buffer.concat([bytes(6), pair.open]), signature],
    [pair.open, bytes()],
    [pair.open, signature.subarray(1)],
    [pair.open, Buffer.concat([signature, bytes(0)])],
    [new Uint8Array(32), new Uint8Array(64)],
    [new Uint8Array(32).fill(255), signature],
    // The one key whose point the curves do not share.
    [Uint8Array.from([0xec, ...new Array(30).fill(0xff), 0x7f]), signature],
  ] as const;
  for (const [key, signed] of none) expect(isSignedBy(key, message, signed)).toBe(false);
});

test("libsignal asks the runtime once it was told so", () => {
  try {
    checkInRuntime();
    expect(curve.verify).toBe(isSignedBy);
    const pair = newKeyPair();
    const signal = require("libsignal/src/curve.js");
    const [key, message] = [Buffer.concat([bytes(5), pair.open]), Buffer.from("oi")];
    expect(signal.verifySignature(key, message, sign(pair, message))).toBe(true);
    expect(signal.verifySignature(key, message, sign(newKeyPair(), message))).toBe(false);
  } finally {
    curve.verify = slow;
  }
});
