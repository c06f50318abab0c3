// What a call costs, how often one may make it, and what is told of it.
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { COMPANY_SHARE } from "../../contract/limits.ts";
import { connections } from "../../features/connections/contract.ts";
import { contacts } from "../../features/contacts/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { readEnv } from "../env.ts";
import { metrics } from "../metrics.ts";
import { type Person, someone, testApp } from "../testing/api.ts";
import { type CallLimits, classOf, setUpCallLimits } from "./call-limits.ts";

const plenty: CallLimits = { reads: 1000, writes: 1000, searches: 1000, exports: 1000, uploads: 1000 };
const hold = (limits: Partial<CallLimits>) => setUpCallLimits({ CALL_LIMITS: { ...plenty, ...limits } });
afterEach(() => setUpCallLimits(null));
const asks = (person: Person, path = "/api/queue") => person.fetch(path);

test("a call is classed by what it costs", () => {
  const request = (path: string, init: RequestInit = {}) => new Request(`http://localhost/api${path}`, init);
  expect(classOf(contacts.list, request("/contacts?searchParam=%20"))).toBe("reads");
  expect(classOf(contacts.list, request("/contacts?searchParam=ana"))).toBe("searches");
  expect(classOf(queues.update, request("/queue/1", { method: "PUT" }))).toBe("writes");
  expect(classOf(messages.send, request("/messages/1", { method: "POST", body: "{}" }))).toBe("writes");
  expect(classOf(messages.send, request("/messages/1", { method: "POST", body: new FormData() }))).toBe("uploads");
  const shouted = { method: "POST", headers: { "content-type": "Multipart/Form-Data; boundary=x" } };
  expect(classOf(messages.send, request("/messages/1", shouted))).toBe("uploads");
  const file = { ...connections.list, file: "text/csv", response: z.custom<Response>() };
  expect(classOf(file, request("/x"))).toBe("exports");
});

test("who asks too often is refused with the wait, colleagues go on, and each answer says what is left", async () => {
  const person = await someone();
  const colleague = await someone({ colleagueOf: person });
  hold({ reads: 3 });
  const left = [];
  for (let n = 0; n < 3; n++) {
    const answer = await asks(person);
    expect(answer.status).toBe(200);
    left.push(answer.headers.get("ratelimit-remaining"));
  }
  expect(left).toEqual(["2", "1", "0"]);
  const before = await limitsHeld();
  const refused = await asks(person);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ error: "ERR_TOO_MANY_REQUESTS" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get("ratelimit-limit")).toBe("3");
  expect(await limitsHeld()).toBe(before + 1);
  expect((await asks(colleague)).status).toBe(200);
  expect((await asks(person, "/api/contacts?searchParam=ana")).status).toBe(200);
});

test("a company has ten people's worth, and another company all of its own", async () => {
  const people = [await someone()];
  for (let n = 0; n < COMPANY_SHARE; n++) people.push(await someone({ colleagueOf: people[0]! }));
  const other = await someone();
  hold({ reads: 1 });
  const statuses = [];
  for (const person of people) statuses.push((await asks(person)).status);
  expect(statuses).toEqual([...Array.from({ length: COMPANY_SHARE }, () => 200), 429]);
  expect((await asks(other)).status).toBe(200);
});

test("a token that is none is counted as refused", async () => {
  const { api } = await testApp();
  const before = await counted("refused");
  await api.http.request("/api/queue", { headers: { authorization: "Bearer a.b.c" } });
  expect(await counted("refused")).toBe(before + 1);
});

test("the operator's numbers replace those they name, and nonsense stops the start", () => {
  const limits = (text: string) => readEnv({ CALL_LIMITS: text }).CALL_LIMITS;
  expect(limits("")).toEqual({ reads: 1200, writes: 300, searches: 120, exports: 10, uploads: 60 });
  expect(limits("reads=5, uploads=7")).toMatchObject({ reads: 5, uploads: 7, writes: 300 });
  for (const wrong of ["reads", "reads=0", "reads=-1", "looks=5", "constructor=5", "reads=1e9"]) {
    expect(() => limits(wrong), wrong).toThrow("CALL_LIMITS");
  }
});

const limitsHeld = () => counted("limit");
async function counted(what: string): Promise<number> {
  const { values } = await metrics.security.get();
  return values.find(({ labels }) => labels.what === what)?.value ?? 0;
}
