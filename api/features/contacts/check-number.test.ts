// A number check, from the call through the row and the session to the provider and back.
import { afterEach, expect, test } from "vitest";
import { ChannelError, type Identity } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { ask } from "../connections/actions/ask.ts";
import { NUMBER_CHECKS_PER_MINUTE } from "../../contract/limits.ts";
import { fakeChannel, type FakeLine, openSession } from "../../core/testing/session.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { contacts } from "./contract.ts";

const asked: string[][] = [];
let answer: (number: string) => Identity[] | null | Promise<never> = () => null;
const plugin = fakeChannel("checking", { abilities: { numberCheck: true } }, {
  checkNumbers: async (numbers) => {
    asked.push([...numbers]);
    return Object.fromEntries(await Promise.all(numbers.map(async (number) => [number, await answer(number)])));
  },
});
await testApp(new Map([["checking", plugin], ["free", fakeChannel("free")]]));
const open: FakeLine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((line) => line.close()));
});

async function office({ session = true } = {}) {
  const person = await someone();
  const connectionId = await makeConnection(person, "checking");
  if (session) open.push(await openSession(person, connectionId, plugin));
  asked.length = 0;
  const check = (number: string, whatsappId?: number) =>
    person.call(contacts.checkNumber, { params: { number }, query: { whatsappId } });
  return { person, connectionId, check };
}
const there = (number: string, address = number): Identity[] => [{ kind: "phone", value: number, address }];
let serial = 0;
const someNumber = () => `55119${String(Date.now()).slice(-4)}${String(serial++).padStart(4, "0")}`;

test("the check looks a number up with its ninth digit, and answers with the provider's spelling", async () => {
  const { check } = await office();
  answer = (number) => there(number, "551199998888");
  expect(await check("+55 11 9999-8888")).toMatchObject({
    existsInWhatsapp: true,
    number: "5511999998888",
    numberFormatted: "551199998888",
  });
  expect(asked).toEqual([["5511999998888"]]);
});

test("the check asks the provider once in 30 days for a number in use, once a day for another", async () => {
  const { person, check } = await office();
  const [found, missing] = [someNumber(), someNumber()];
  answer = (number) => number === found ? there(number) : null;
  const ago = (interval: string) =>
    withTenant(
      { companyId: person.companyId },
      (tx) =>
        tx`update app.number_checks set checked_at = now() - ${interval}::text::interval where company_id = ${tx.companyId}`,
    );
  for (const interval of ["0", "23 hours", "25 hours", "29 days", "31 days"]) {
    await check(found).then(() => ago(interval));
    expect((await check(found)).existsInWhatsapp).toBe(true);
  }
  expect(asked).toHaveLength(2);
  asked.length = 0;
  for (const interval of ["23 hours", "25 hours"]) {
    expect((await check(missing)).existsInWhatsapp).toBe(false);
    await ago(interval);
    await check(missing);
  }
  expect(asked).toHaveLength(2);
});

test("the check is refused with a time to wait when a person asks too often in a minute, and still answers for known numbers", async () => {
  const { check } = await office();
  answer = there;
  const known = someNumber();
  await check(known);
  for (let i = 1; i < NUMBER_CHECKS_PER_MINUTE; i++) await check(someNumber());
  await expect(check(someNumber())).rejects.toMatchObject({ status: 429, code: "ERR_TOO_MANY_REQUESTS" });
  expect((await check(known)).existsInWhatsapp).toBe(true);
  expect(asked).toHaveLength(NUMBER_CHECKS_PER_MINUTE);
});

test.each<[string, () => never, string]>([
  ["of a restricted number", () => {
    throw new ChannelError("rejected", { reason: "ERR_WAPP_RESTRICTED" });
  }, "ERR_WAPP_RESTRICTED"],
  ["of any other kind", () => {
    throw new ChannelError("rejected", { reason: "ERR_PROVIDER_REFUSED" });
  }, "ERR_WAPP_CHECK_CONTACT"],
  ["that is a bug of the plugin", () => {
    throw new TypeError("x is not a function");
  }, "ERR_WAPP_CHECK_CONTACT"],
])("a refusal %s is told at once, and not remembered", async (_, how, code) => {
  const { check } = await office();
  const number = someNumber();
  answer = how;
  await expect(check(number)).rejects.toMatchObject({ status: 409, code });
  answer = there;
  expect((await check(number)).existsInWhatsapp).toBe(true);
});

test("the check asks no provider when the channel cannot tell, the connection is down or is another company's", async () => {
  const { person, connectionId, check } = await office();
  const other = await office();
  const free = await makeConnection(person, "free");
  await expect(check(someNumber(), free)).rejects.toMatchObject({ code: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
  await expect(check(someNumber(), other.connectionId)).rejects.toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
  await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx`update app.connections set status = 'DISCONNECTED' where company_id = ${tx.companyId} and id = ${connectionId}`,
  );
  await expect(check(someNumber())).rejects.toMatchObject({ code: "ERR_WAPP_NOT_INITIALIZED" });
  await expect(check("123")).rejects.toMatchObject({ code: "ERR_VALIDATION" });
  expect(asked).toEqual([]);
});

test("the check ends in time and leaves no row when no session answers", async () => {
  const { person, connectionId } = await office({ session: false });
  const line = { companyId: person.companyId, connectionId };
  const began = performance.now();
  await expect(ask(line, "numbers", { numbers: ["5511999990000"] }, 300)).rejects.toMatchObject({
    code: "ERR_PROVIDER_UNREACHABLE",
  });
  expect(performance.now() - began).toBeGreaterThan(290);
  const left = await withTenant(
    line,
    (tx) => tx`select 1 from app.channel_requests where company_id = ${tx.companyId}`,
  );
  expect(left).toHaveLength(0);
});

test("the check is answered when the session opens after the question, but not after its time", async () => {
  const { person, connectionId } = await office({ session: false });
  answer = there;
  const line = { companyId: person.companyId, connectionId };
  await ask(line, "numbers", { numbers: ["5511999990001"] }, 50).catch(() => {});
  await withTenant(
    line,
    (tx) =>
      tx`insert into app.channel_requests (connection_id, kind, payload, answer_by) values (${connectionId}, 'numbers', '{"numbers":["5511999990002"]}', now() - interval '1 second')`,
  );
  const waits = ask(line, "numbers", { numbers: ["5511999990003"] });
  open.push(await openSession(person, connectionId, plugin));
  expect(await waits).toEqual({ "5511999990003": there("5511999990003") });
  expect(asked).toEqual([["5511999990003"]]);
});
