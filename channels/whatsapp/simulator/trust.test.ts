// A client whose check of signatures works: Baileys' own drops libsignal's answer.
import { Curve, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import * as curve from "libsignal/src/curve.js";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client } from "./testing/client.ts";

const PN = "5511999990009";
let simulator: Simulator;
let client: Client;

beforeAll(() => {
  Curve.verify = (key, message, signature) => {
    try {
      return curve.verifySignature(Buffer.concat([Buffer.from([5]), key]), message, signature);
    } catch {
      return false;
    }
  };
});
afterEach(async () => {
  await client.end();
  await simulator.stop();
});

async function open(flaw?: "intermediate" | "leaf") {
  simulator = new Simulator({ flaw });
  await simulator.start();
  client = new Client(simulator);
}

test("a root it does not know is refused", async () => {
  await open();
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.alloc(32, 9);
  client.connect();
  expect(await client.closed()).toBe(400);
  expect(client.updates.some(({ qr }) => qr)).toBe(false);
});

test.each(["intermediate", "leaf"] as const)("a wrong %s signature is refused", async (flaw) => {
  await open(flaw);
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(simulator.rootKey);
  client.connect();
  expect(await client.closed()).toBe(400);
});

test("the right chain, and the account's signature at linking, are accepted", async () => {
  await open();
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(simulator.rootKey);
  await client.link(PN);
  expect(client.auth.creds.me?.id).toContain(PN);
});
