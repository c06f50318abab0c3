// The governor at work: real rows, a real session, a channel that accepts every message.
import { afterEach, expect, test, vi } from "vitest";
import { ChannelError, type InboundEvent } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel, type FakeLine, openSession } from "../../core/testing/session.ts";
import { makeConnection, type Person, someone, testApp } from "../../core/testing/api.ts";
import { addOutbound } from "../messages/actions/add-outbound.ts";
import { pace } from "./contract.ts";
import { lockPace } from "./state.ts";
import { hear, restartPace, takeTurn } from "./turns.ts";

const plugin = fakeChannel("paced", { governor: { kind: "pace" } });
await testApp(new Map([["paced", plugin], ["free", fakeChannel("free")]]));
const pacing = { kind: "pace" } as const;
const HOUR = 3_600_000;
const open: FakeLine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((line) => line.close()));
});

/** A number linked long ago, with a pace quick enough for a test unless said otherwise. */
async function number(set: Record<string, unknown> = {}) {
  const person = await someone();
  const connectionId = await makeConnection(person, "paced");
  await withTenant({ companyId: person.companyId }, async (tx) => {
    await tx`update app.connections set pace = ${
      JSON.stringify({ minSeconds: 0.2, maxSeconds: 0.2, ...set })
    }::text::jsonb where id = ${connectionId}`;
    await tx`insert into app.pace_state (connection_id, began_at) values (${connectionId}, now() - interval '90 days')`;
  });
  const line = await openSession(person, connectionId, plugin);
  open.push(line);
  return { person, connectionId, line };
}
type Line = Awaited<ReturnType<typeof number>>;
/** A conversation in which the customer wrote this long ago, h. */
const conversation = async (line: Line, hoursAgo: number) =>
  await customerWrites(line.person, { connectionId: line.connectionId, at: Date.now() - hoursAgo * HOUR });
type Talk = Awaited<ReturnType<typeof conversation>>;

async function write(line: Line, talk: Talk, body: string, byHand: boolean): Promise<number> {
  const message = await withTenant({ companyId: line.person.companyId }, (tx) =>
    addOutbound(tx, {
      ...{ id: talk.ticketId, contactId: talk.contactId, connectionId: line.connectionId, queueId: null, userId: null },
      ...{ status: "open", isGroup: false },
    } as never, { body, key: crypto.randomUUID(), userId: null, byHand }));
  return message!.id;
}
/** Writes and wakes the session, as the job of a message does. */
const bot = async (line: Line, talk: Talk, body: string) => (await write(line, talk, body, false), line.line.wake());
const attendant = async (
  line: Line,
  talk: Talk,
  body: string,
) => (await write(line, talk, body, true), line.line.wake());
const texts = ({ line }: Line) => line.sent.map(({ text }) => text);
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const sentAre = (line: Line, wanted: string[]) => soon(() => expect(texts(line)).toEqual(wanted));
const meter = ({ person, connectionId }: Line) => person.call(pace.show, { params: { id: connectionId } });
const heldAre = (line: Line, n: number) => soon(async () => expect((await meter(line)).waiting).toBe(n));

const states = async ({ person, connectionId }: Line) => {
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx<
        { status: string }[]
      >`select status from app.messages where company_id = ${tx.companyId} and connection_id = ${connectionId} and from_me order by id`,
  );
  return rows.map(({ status }) => status);
};

test("the first automated reply goes at once, also while cold messages are stopped", async () => {
  const line = await number({ minSeconds: 600, maxSeconds: 600 });
  const [quiet, talking] = [await conversation(line, 30), await conversation(line, 1)];
  await bot(line, quiet, "campanha 1");
  await sentAre(line, ["campanha 1"]);
  await bot(line, await conversation(line, 40), "campanha 2");
  await heldAre(line, 1);
  await bot(line, talking, "resposta");
  await sentAre(line, ["campanha 1", "resposta"]);
  expect(await meter(line)).toMatchObject({ waiting: 1, hour: { sent: 2, cold: 1 }, day: { sent: 2, cold: 1 } });
});

test("cold messages go one by one, in the order in which they began to wait, with the pause between them", async () => {
  const line = await number({ minSeconds: 1, maxSeconds: 1 });
  const next = (interval: string) =>
    withTenant({ companyId: line.person.companyId }, async (tx) => {
      await tx`update app.pace_state set next_at = now() + ${interval}::text::interval where company_id = ${tx.companyId}`;
      await tx`update app.messages_held set until = now() + ${interval}::text::interval where company_id = ${tx.companyId}`;
    });
  await next("1 hour");
  const bodies = ["um", "dois", "três", "quatro"];
  for (const [i, body] of bodies.entries()) {
    await bot(line, await conversation(line, 48), body);
    await heldAre(line, i + 1);
  }
  expect(texts(line)).toEqual([]);
  await next("0 hours");
  await line.line.wake();
  await sentAre(line, bodies);
  const at = line.line.sent.map((sent) => sent.at);
  // The pause runs between decisions; a message may be sent a little after its decision.
  for (const [i, time] of at.slice(1).entries()) expect(time - at[i]!).toBeGreaterThan(500);
});

test("a person's answer overtakes held automated messages of its conversation, and is not counted", async () => {
  const line = await number({ perHour: 1 });
  await bot(line, await conversation(line, 30), "primeira");
  await sentAre(line, ["primeira"]);
  const talk = await conversation(line, 30);
  await bot(line, talk, "lembrete");
  await heldAre(line, 1);
  await attendant(line, talk, "Olá, aqui é a Ana");
  await sentAre(line, ["primeira", "Olá, aqui é a Ana"]);
  expect(await meter(line)).toMatchObject({ waiting: 1, day: { sent: 1, cold: 1 } });
});

test("an automated message waits while a person's is due in another conversation", async () => {
  const line = await number();
  const [one, other] = [await conversation(line, 1), await conversation(line, 1)];
  const id = await write(line, one, "automática", false);
  await write(line, other, "da Ana", true);
  const of = { companyId: line.person.companyId, connectionId: line.connectionId };
  const turn = await withTenant(
    of,
    (tx) => takeTurn(tx, of, pacing, { id, contactId: one.contactId, sendClass: "reply" }),
  );
  expect(turn).toEqual({ wait: expect.any(Number) });
  await line.line.wake();
  await sentAre(line, ["da Ana", "automática"]);
});

test("automated messages do not wait for a person's message that cannot be sent now", async () => {
  const line = await number();
  const [one, other] = [await conversation(line, 1), await conversation(line, 1)];
  line.line.refuse = ({ text }) => {
    if (text === "da Ana") throw new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE" });
  };
  await attendant(line, one, "da Ana");
  await attendant(line, one, "da Ana outra vez");
  await bot(line, other, "automática");
  await sentAre(line, ["automática"]);
});

test("automated messages of one conversation keep their order while they are held", async () => {
  const line = await number({ perHour: 1 });
  await bot(line, await conversation(line, 30), "primeira");
  await sentAre(line, ["primeira"]);
  const talk = await conversation(line, 30);
  await bot(line, talk, "a");
  await bot(line, talk, "b");
  await heldAre(line, 2);
  await line.person.call(pace.update, {
    params: { id: line.connectionId },
    body: { perHour: 500, minSeconds: 2, maxSeconds: 2 },
  });
  await sentAre(line, ["primeira", "a", "b"]);
});

test("a turn that is asked for while its settings change is decided by the new ones", async () => {
  const line = await number({ perHour: 1 });
  await bot(line, await conversation(line, 30), "primeira");
  await sentAre(line, ["primeira"]);
  const talk = await conversation(line, 30);
  const id = await write(line, talk, "a", false);
  const { connectionId, person: { companyId } } = line;
  // The pause after the first is over.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { asked } = await withTenant({ companyId }, async (tx) => {
    await lockPace(tx, connectionId);
    const asked = withTenant(
      { companyId },
      (other) =>
        takeTurn(other, { companyId, connectionId }, pacing, { id, contactId: talk.contactId, sendClass: "reply" }),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx`update app.connections set pace = pace || '{"perHour": 500}' where id = ${connectionId}`;
    return { asked };
  });
  expect(await asked).toEqual({ go: "cold" });
});

test("a bot's second reply to the same words comes a moment later", async () => {
  const line = await number();
  const talk = await conversation(line, 1);
  for (const body of ["um", "dois"]) await write(line, talk, body, false);
  await line.line.wake();
  await sentAre(line, ["um", "dois"]);
  const [first, second] = line.line.sent;
  expect(second!.at - first!.at).toBeGreaterThan(350);
});

test("replies wait when their own cap is reached", async () => {
  const line = await number({ repliesPerMinute: 2 });
  for (const [i, body] of ["um", "dois", "três"].entries()) {
    await bot(line, await conversation(line, 1), body);
    await soon(() => expect(line.line.sent).toHaveLength(Math.min(i + 1, 2)));
  }
  await heldAre(line, 1);
  expect(texts(line)).toEqual(["um", "dois"]);
  await line.person.call(pace.update, {
    params: { id: line.connectionId },
    body: { repliesPerMinute: 600, minSeconds: 2, maxSeconds: 2 },
  });
  await sentAre(line, ["um", "dois", "três"]);
});

test("the process that opens the connection next sends a held message", async () => {
  const line = await number({ perHour: 1 });
  await bot(line, await conversation(line, 30), "primeira");
  await sentAre(line, ["primeira"]);
  await bot(line, await conversation(line, 30), "segunda");
  await heldAre(line, 1);
  await line.line.close();
  await withTenant({ companyId: line.person.companyId }, async (tx) => {
    await tx`update app.pace_state set hour_at = now() - interval '2 hours' where connection_id = ${line.connectionId}`;
    await tx`update app.messages_held set until = now() + interval '300 milliseconds'`;
  });
  const next = { ...line, line: await openSession(line.person, line.connectionId, plugin) };
  open.push(next.line);
  await sentAre(next, ["segunda"]);
});

test("refusals in a row stop cold messages until a person resumes; replies go on", async () => {
  const line = await number({ stopAfterErrors: 2, minSeconds: 0.01, maxSeconds: 0.01 });
  line.line.refuse = () => {
    throw new ChannelError("rejected", { reason: "ERR_RECIPIENT_UNAVAILABLE" });
  };
  for (const [i, body] of ["um", "dois", "três"].entries()) {
    await bot(line, await conversation(line, 30), body);
    await soon(async () =>
      expect((await states(line)).filter((state) => state === "failed")).toHaveLength(Math.min(i + 1, 2))
    );
  }
  await soon(async () =>
    expect(await meter(line)).toMatchObject({
      waiting: 1,
      errors: 2,
      stopped: { why: "errors", until: null },
      nextAt: null,
    })
  );
  line.line.refuse = null;
  await bot(line, await conversation(line, 1), "resposta");
  await sentAre(line, ["resposta"]);
  const after = await line.person.call(pace.resume, { params: { id: line.connectionId } });
  expect(after).toMatchObject({ stopped: null, errors: 0 });
  await sentAre(line, ["resposta", "três"]);
});

test("a refusal is not counted when it says nothing of the number", async () => {
  const line = await number({ stopAfterErrors: 1 });
  line.line.refuse = () => {
    throw new ChannelError("rejected", { reason: "ERR_TEXT_TOO_LONG" });
  };
  await bot(line, await conversation(line, 30), "um");
  await soon(async () => expect(await states(line)).toEqual(["failed"]));
  line.line.refuse = null;
  await bot(line, await conversation(line, 30), "dois");
  await sentAre(line, ["dois"]);
});

test("a refusal in a later status counts, and a delivery ends the row of refusals, but not a reply's delivery", async () => {
  const line = await number();
  const { companyId } = line.person;
  const [cold, reply] = [await conversation(line, 30), await conversation(line, 1)];
  await bot(line, cold, "fria");
  await sentAre(line, ["fria"]);
  await bot(line, reply, "resposta");
  await sentAre(line, ["fria", "resposta"]);
  const idOf = async (body: string) => {
    const [row] = await withTenant(
      { companyId },
      (tx) => tx<{ external_id: string }[]>`select external_id from app.messages where body = ${body}`,
    );
    return row!.external_id;
  };
  await soon(async () => expect(await idOf("resposta")).toBeTruthy());
  const at = Date.now();
  const tell = async (body: string, fate: object) =>
    await hear({ companyId, connectionId: line.connectionId }, pacing, {
      kind: "status",
      at,
      externalId: await idOf(body),
      ...fate,
    });
  const error = { error: { reason: "ERR_PROVIDER_REFUSED" as const } };
  await tell("fria", error);
  await tell("resposta", error);
  expect((await meter(line)).errors).toBe(1);
  await tell("resposta", { ack: 2 });
  expect((await meter(line)).errors).toBe(1);
  await tell("fria", { ack: 2 });
  expect((await meter(line)).errors).toBe(0);
});

test("a restricted number starts no conversation until the provider's end, also when the refusal of a person's message told so", async () => {
  const line = await number();
  const until = Date.now() + 3 * HOUR;
  line.line.refuse = () => {
    throw new ChannelError("rejected", { reason: "ERR_WAPP_RESTRICTED", retryAfterMs: 3 * HOUR });
  };
  await attendant(line, await conversation(line, 30), "da Ana");
  await soon(async () => expect((await meter(line)).stopped?.why).toBe("restricted"));
  const { stopped } = await meter(line);
  expect(Math.abs(Date.parse(stopped!.until!) - until)).toBeLessThan(60_000);
  line.line.refuse = null;
  await bot(line, await conversation(line, 30), "campanha");
  await heldAre(line, 1);
  expect(texts(line)).toEqual([]);
});

test.each<[string, string, string | undefined, string | undefined]>([
  ["a restriction with its end", "restricted", String(Date.now() + HOUR), "restricted"],
  ["a restriction without one", "restricted", undefined, "restricted"],
  ["a restriction that is over", "restricted", String(Date.now() - HOUR), undefined],
  ["the first warning of the quota", "capped", "FIRST_WARNING", undefined],
  ["the second", "capped", "SECOND_WARNING", "capped"],
  ["the quota used up, with its end", "capped", `CAPPED ${Date.now() + HOUR}`, "capped"],
])("the provider's notice: %s", async (_, what, detail, why) => {
  const line = await number();
  await line.line.host.receive({ kind: "notice", at: Date.now(), what, detail });
  const { stopped } = await meter(line);
  expect(stopped?.why).toBe(why);
  await line.line.host.receive({ kind: "notice", at: Date.now(), what, detail: what === "capped" ? "NONE" : "0" });
  expect((await meter(line)).stopped).toBeNull();
});

test("the provider's end of a restriction replaces the guessed one, earlier or later", async () => {
  const line = await number();
  const receive = (event: InboundEvent) => line.line.host.receive(event);
  const refused = () =>
    receive({ kind: "status", at: Date.now(), externalId: "lost", error: { reason: "ERR_WAPP_RESTRICTED" } });
  const endsInMs = async () => Date.parse((await meter(line)).stopped!.until!) - Date.now();
  await refused();
  expect(await endsInMs()).toBeGreaterThan(20 * HOUR);
  await receive({ kind: "notice", at: Date.now(), what: "restricted", detail: String(Date.now() + HOUR) });
  expect(await endsInMs()).toBeLessThan(2 * HOUR);
  await refused();
  expect(await endsInMs()).toBeLessThan(2 * HOUR);
});

test("another number begins the warm-up anew", async () => {
  const line = await number();
  expect((await meter(line)).warmUpDay).toBeNull();
  await bot(line, await conversation(line, 30), "campanha");
  await sentAre(line, ["campanha"]);
  await withTenant({ companyId: line.person.companyId }, (tx) => restartPace(tx, line.connectionId));
  expect(await meter(line)).toMatchObject({ warmUpDay: 1, day: { sent: 0, cold: 0, limit: 10 } });
});

test("a channel without a pace has no settings for one, and sends its messages in the order written", async () => {
  const person: Person = await someone();
  const connectionId = await makeConnection(person, "free");
  await expect(person.call(pace.show, { params: { id: connectionId } })).rejects.toMatchObject({
    code: "ERR_NOT_SUPPORTED_BY_CHANNEL",
  });
  const fake = await openSession(person, connectionId, fakeChannel("free"));
  open.push(fake);
  const line = { person, connectionId, line: fake };
  const talk = await conversation(line, 30);
  for (const [body, byHand] of [["a", false], ["b", true], ["c", false]] as const) {
    await write(line, talk, body, byHand);
  }
  await fake.wake();
  await sentAre(line, ["a", "b", "c"]);
});

test("the settings are refused when they leave their bounds or contradict each other", async () => {
  const { person, connectionId } = await number({});
  const set = (body: object) => person.call(pace.update, { params: { id: connectionId }, body });
  for (const body of [{ minSeconds: 1 }, { perDay: 0 }, { warmUp: [0] }, { minSeconds: 30, maxSeconds: 10 }]) {
    await expect(set(body)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  }
  expect((await set({ minSeconds: 8, maxSeconds: 20 })).settings).toMatchObject({
    minSeconds: 8,
    maxSeconds: 20,
    perDay: 200,
  });
  expect((await set({ perDay: 50 })).settings).toMatchObject({ minSeconds: 8, perDay: 50 });
});
