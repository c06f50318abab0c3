// A false server and a false phone are refused: signatures count.
import { Curve } from "@whiskeysockets/baileys";
import { afterEach, expect, test } from "vitest";
import { newKeyPair, sign } from "../simulator/bytes/curve.ts";
import { Simulator } from "../simulator/simulator.ts";
import { linkBy, openDevice, type Opened, qrOf, until } from "../testing/life.ts";
import { insistOnSignatures } from "./trust.ts";

const PN = "5511999990104";
let simulator: Simulator;
let opened: Opened;

async function open(flaw?: "intermediate" | "leaf", rootKey?: string) {
  simulator = new Simulator({ flaw });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja" });
  opened = openDevice(simulator);
  if (rootKey) insistOnSignatures(rootKey);
}
afterEach(async () => {
  await opened.device.close();
  await simulator.stop();
});
const refused = async () => {
  await until(() => opened.host.told().at(-1) === "DISCONNECTED refused", `a refusal; told ${opened.host.told()}`);
  expect(opened.host.statuses.some(({ qrcode }) => qrcode)).toBe(false);
};

test.each(["intermediate", "leaf"] as const)(
  "a server whose %s certificate is signed by another is refused",
  async (flaw) => {
    await open(flaw);
    await refused();
  },
);
test("a server under another root is refused", async () => {
  await open(undefined, "09".repeat(32));
  await refused();
});
test("a phone whose account signature is wrong is refused, the right one is not", async () => {
  await open();
  const { phone } = simulator.world.person(PN);
  const stranger = newKeyPair();
  // Signs with a key that is not the account's.
  const { identity } = phone;
  Object.defineProperty(phone, "identity", {
    value: { open: identity.open, secret: stranger.secret },
    configurable: true,
  });
  const qr = await qrOf(opened);
  const from = opened.host.statuses.length;
  simulator.scan({ pn: PN, qr }).catch(() => undefined);
  await qrOf(opened, from);
  expect(opened.storage.values.size).toBe(0);
  expect(opened.host.accounts).toEqual([]);
  Object.defineProperty(phone, "identity", { value: identity, configurable: true });
  await linkBy(opened, simulator, PN);
});
test("a signature counts for its message and its key only", () => {
  insistOnSignatures();
  const [pair, other] = [newKeyPair(), newKeyPair()];
  const message = new TextEncoder().encode("dados");
  const signature = sign(pair, message);
  expect(Curve.verify(pair.open, message, signature)).toBe(true);
  expect(Curve.verify(other.open, message, signature)).toBe(false);
  expect(Curve.verify(pair.open, new TextEncoder().encode("dadoz"), signature)).toBe(false);
  expect(Curve.verify(pair.open, message, signature.subarray(1))).toBe(false);
});
