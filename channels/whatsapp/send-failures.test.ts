// A send that does not go well: what is said of it, and that trying again makes no second message.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { externalIdOf } from "./outbound/message-id.ts";
import { send } from "./outbound/send.ts";
import { Simulator } from "./simulator/simulator.ts";
import { until } from "./simulator/testing/client.ts";
import { Account, group, message, person } from "./testing/line.ts";

const PN = "5511999990311";
const ANA = "5511988880311";
const BIA = "5511988880312";
let simulator: Simulator;
let account: Account;

beforeAll(async () => {
  simulator = new Simulator({ receipts: "none" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  simulator.person({ pn: BIA, name: "Bia" });
});
beforeEach(async () => {
  account = new Account(simulator, PN);
  await account.client.link(PN);
});
afterEach(async () => {
  simulator.fault({ account: PN });
  await account.client.end();
  simulator.remove({ account: PN });
});
afterAll(async () => {
  expect(simulator.state().complaints.filter((one) => !one.includes("told not to"))).toEqual([]);
  await simulator.stop();
});
const text = (words = "oi") => message(person(ANA), { text: words });
const seen = (id: string) => simulator.state({ account: PN }).accepted.filter((one) => one.id === id);

describe("refused", () => {
  test.each([
    ["463", { code: "rejected", reason: "ERR_WAPP_RESTRICTED" }],
    ["479", { code: "rejected", reason: "ERR_PROVIDER_REFUSED" }],
    ["403", { code: "rejected", reason: "ERR_RECIPIENT_UNAVAILABLE" }],
    ["429", { code: "rate-limited", reason: "ERR_PROVIDER_RATE_LIMITED", retryAfterMs: 60_000, scope: "connection" }],
    ["500", { code: "unreachable", reason: "ERR_PROVIDER_UNREACHABLE", scope: "recipient" }],
  ])("with %s, at once or a little later", async (refuseSends, expected) => {
    for (const ackDelayMs of [undefined, 100]) {
      simulator.fault({ account: PN, refuseSends, ackDelayMs });
      const one = text();
      await expect(send(account.line, one)).rejects.toMatchObject({ ...expected, maybeSent: false });
      expect(seen(externalIdOf(one.key))).toMatchObject([{ error: refuseSends, readBy: {} }]);
    }
  });
});

test("a restricted account waits until the end that WhatsApp gives", async () => {
  simulator.person({ pn: PN, standing: { restrictedUntil: Math.floor(Date.now() / 1000) + 3600 } });
  simulator.fault({ account: PN, refuseSends: "463" });
  const refusal = await send(account.line, text()).catch((error) => error);
  expect(refusal).toMatchObject({ reason: "ERR_WAPP_RESTRICTED", retryAfterMs: expect.closeTo(3_600_000, -5) });
  simulator.person({ pn: PN, standing: { restrictedUntil: 0 } });
  expect(await send(account.line, text()).catch((error) => error.retryAfterMs)).toBeUndefined();
});

describe("no answer", () => {
  test("written and never acknowledged: it may have been sent; sent again it is read once", async () => {
    simulator.fault({ account: PN, swallowSends: true });
    const one = text("sem resposta");
    await expect(send(account.line, one)).rejects.toMatchObject({ code: "unreachable", maybeSent: true });
    simulator.fault({ account: PN });
    const { externalId } = await send(account.line, one);
    expect(await account.read(externalId)).toMatchObject({ id: externalIdOf(one.key), sends: 1 });
  });

  test.each(["before", "after"] as const)(
    "the line breaks %s it was taken: sent again it is one message",
    async (dropAtSend) => {
      simulator.fault({ account: PN, dropAtSend });
      const one = text(dropAtSend);
      await expect(send(account.line, one)).rejects.toMatchObject({ code: "unreachable", maybeSent: true });
      simulator.fault({ account: PN });
      await account.client.closed();
      await expect(send(account.line, one)).rejects.toMatchObject({ code: "not-connected", maybeSent: false });
      await account.client.login();
      const { externalId } = await send(account.line, one);
      await account.read(externalId);
      expect(seen(externalId)).toMatchObject([{ sends: dropAtSend === "after" ? 2 : 1 }]);
      expect(Object.keys(seen(externalId)[0]!.readBy)).toEqual([ANA]);
    },
  );

  test("a receipt says as much as the acknowledgement that was lost", async () => {
    simulator.settings({ receipts: "delivered" });
    simulator.fault({ account: PN, ackDelayMs: 60_000 });
    await expect(send(account.line, text())).resolves.toMatchObject({ ack: 1 });
    simulator.settings({ receipts: "none" });
  });

  test("nothing is listened for any more when a send is over", async () => {
    const { ws } = account.client.socket;
    simulator.fault({ account: PN, refuseSends: "479" });
    const refused = text();
    await send(account.line, refused).catch(() => {});
    simulator.fault({ account: PN });
    const ids = [externalIdOf(refused.key)];
    for (let times = 0; times < 5; times++) ids.push((await send(account.line, text())).externalId);
    expect(ids.map((id) => ws.listenerCount(`TAG:${id}`))).toEqual(ids.map(() => 0));
    // Baileys' own, and those of its questions on their way.
    await until(() => ws.listenerCount("close") <= 2, "the listeners to go");
  });

  test("a question that fails before anything is written", async () => {
    simulator.fault({ account: PN, failQueries: { usync: "500" } });
    await expect(send(account.line, text())).rejects.toMatchObject({ code: "unreachable", maybeSent: false });
    simulator.fault({ account: PN, failQueries: { usync: "429" } });
    await expect(send(account.line, text())).rejects.toMatchObject({ code: "rate-limited" });
  });
});

describe("asked again", () => {
  test("by a phone that could not read it: answered from memory", async () => {
    simulator.blind({ pn: ANA });
    const { externalId } = await send(account.line, text("de novo"));
    const read = await account.read(externalId);
    expect(read.message.extendedTextMessage?.text).toBe("de novo");
    expect(read).toMatchObject({ sends: 2, readBy: { [ANA]: expect.any(String) } });
  });

  test("after a restart: answered from what was kept", async () => {
    const { externalId } = await send(account.line, text("guardado"));
    await account.read(externalId);
    await account.client.end();
    await account.client.login();
    simulator.askAgain({ account: PN, from: ANA, id: externalId });
    const again = await until(() => seen(externalId).find(({ sends }) => sends === 2), "the second sending");
    expect(again.message?.extendedTextMessage?.text).toBe("guardado");
  });

  test("by a member of a group", async () => {
    const { id } = simulator.newGroup({ creator: ANA, subject: "G", members: [PN, BIA] });
    simulator.blind({ pn: BIA });
    const { externalId } = await send(account.line, message(group(id), { text: "todos" }));
    expect(await account.read(externalId, 2)).toMatchObject({ sends: 2, readBy: { [ANA]: "skmsg", [BIA]: "skmsg" } });
  });
});
