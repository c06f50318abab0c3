// When a line was away, on a real database. Time passes by moving the rows' times back.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { apiLogin } from "../../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, platform, withTenant } from "../../../db/tenant.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { writeStatus } from "./connections.ts";
import { alive, anotherNumber, closeGap } from "./gaps.ts";
import { sweepOutages, sweepSilent } from "./health.ts";
import { place } from "../testing/lines.ts";

beforeAll(() => {
  const owner = inject("databaseUrl");
  setSecret(TEST_SECRET);
  connectDatabase({ owner, api: apiLogin(owner, TEST_SECRET).url }, { api: 4, owner: 3 });
});
afterAll(() => disconnectDatabase(1));

type At = { companyId: number; id: number };
/** So many seconds go by. */
async function pass({ companyId, id }: At, seconds: number): Promise<void> {
  const by = platform()`make_interval(secs => ${seconds})`;
  await platform()`
    update app.connections set alive_at = alive_at - ${by}, since = since - ${by}, alerted_at = alerted_at - ${by}
    where company_id = ${companyId} and id = ${id}`;
  await platform()`
    update app.connection_gaps set from_at = from_at - ${by}, to_at = to_at - ${by} where company_id = ${companyId} and connection_id = ${id}`;
}
async function gaps({ companyId, id }: At) {
  return [
    ...await platform()<{ state: string; seconds: number; reason: string | null }[]>`
    select state, extract(epoch from coalesce(to_at, now()) - from_at)::int as seconds, reason from app.connection_gaps
    where company_id = ${companyId} and connection_id = ${id} order by from_at`,
  ].map((row) => ({ ...row }));
}
async function row({ companyId, id }: At) {
  const [found] = await platform()<
    { status: string; reason: string | null; retries: number; away: number; alerted: boolean }[]
  >`select status, reason, retries, extract(epoch from now() - since)::int as away, alerted_at is not null as alerted
    from app.connections where company_id = ${companyId} and id = ${id}`;
  return found!;
}
const say = (at: At, status: string, reason?: string, fence = 1) =>
  writeStatus(at.companyId, at.id, status, { reason, fence });
const beat = (at: At) => alive(at.companyId, at.id, 1);
const caughtUp = (at: At, outcome: "replayed" | "unknown", fence = 1) => closeGap(at.companyId, at.id, outcome, fence);
/** A line that is up and just gave a sign of life. */
async function up(channel = "probe-gaps"): Promise<At> {
  const at = await place(channel);
  await say(at, "CONNECTED");
  await beat(at);
  return at;
}

describe("a gap", () => {
  test("begins at the last sign of life and ends when the line has caught up", async () => {
    const at = await up();
    await pass(at, 20);
    await say(at, "OPENING", "stream-ended");
    await pass(at, 600);
    await say(at, "CONNECTED");
    expect((await gaps(at)).map((gap) => gap.state)).toEqual(["open"]);
    await caughtUp(at, "replayed");
    expect(await gaps(at)).toEqual([{ state: "repaired", seconds: 620, reason: "stream-ended" }]);
  });
  test("says that it does not know, when nobody can", async () => {
    const at = await up();
    await say(at, "DISCONNECTED", "logged-out");
    await pass(at, 300);
    await caughtUp(at, "unknown");
    expect((await gaps(at)).map((gap) => gap.state)).toEqual(["unknown"]);
  });
  test("of less than a minute is nobody's business", async () => {
    const at = await up();
    await say(at, "OPENING");
    await pass(at, 50);
    await caughtUp(at, "unknown");
    expect(await gaps(at)).toEqual([]);
  });
  test("there is none of a line that never lived", async () => {
    const at = await place("probe-gaps");
    await say(at, "qrcode");
    await pass(at, 600);
    await caughtUp(at, "unknown");
    expect(await gaps(at)).toEqual([]);
  });
  test("a line that goes up and down leaves one gap, and an unknown one stays unknown", async () => {
    const at = await up();
    for (const outcome of ["replayed", "unknown", "replayed", "replayed"] as const) {
      await say(at, "OPENING");
      await pass(at, 90);
      await say(at, "CONNECTED");
      await caughtUp(at, outcome);
      await pass(at, 10);
    }
    expect((await gaps(at)).map(({ state, seconds }) => [state, seconds])).toEqual([["unknown", 390]]);
    await beat(at);
    await pass(at, 3_600);
    await beat(at);
    await say(at, "OPENING");
    await pass(at, 90);
    await caughtUp(at, "replayed");
    expect((await gaps(at)).map((gap) => gap.state)).toEqual(["unknown", "repaired"]);
  });
  test("of an owner that was replaced, nothing is heard: no sign of life, no end, no state", async () => {
    const at = await up();
    await say(at, "OPENING");
    await pass(at, 300);
    await platform()`
      insert into app.leases (company_id, connection_id, process_id, fence, expires_at) values (${at.companyId}, ${at.id}, ${crypto.randomUUID()}, 2, now() + interval '1 minute')`;
    await beat(at);
    await caughtUp(at, "replayed");
    await say(at, "CONNECTED");
    expect((await gaps(at)).map((gap) => gap.state)).toEqual(["open"]);
    expect((await row(at)).status).toBe("OPENING");
    await caughtUp(at, "unknown", 2);
    expect((await gaps(at)).map((gap) => [gap.state, gap.seconds])).toEqual([["unknown", 300]]);
  });
  test("ends with the account: messages that another number missed are not this one's", async () => {
    const at = await up();
    const number = (value: string) => withTenant(at, (tx) => anotherNumber(tx, at.id, value));
    await number("5511900000001");
    await say(at, "DISCONNECTED", "logged-out");
    await pass(at, 300);
    await number("5511900000001");
    expect((await gaps(at)).length).toBe(1);
    await number("5511900000002");
    await caughtUp(at, "unknown");
    expect(await gaps(at)).toEqual([]);
  });
});

describe("the state that a connection reports", () => {
  test("since when it is away stays while it tries to come back, and the tries are counted", async () => {
    const at = await up();
    await say(at, "OPENING", "connection-lost");
    await pass(at, 40);
    await say(at, "OPENING", "connection-lost");
    await say(at, "TIMEOUT");
    await pass(at, 40);
    await say(at, "OPENING");
    expect(await row(at)).toMatchObject({ status: "OPENING", retries: 3, away: 80 });
    await say(at, "CONNECTED");
    expect(await row(at)).toMatchObject({ retries: 0, away: 0 });
  });
  test("one that nobody wants any more says nothing but that it is down", async () => {
    const at = await up();
    await platform()`update app.connections set wanted = false, status = 'DISCONNECTED' where company_id = ${at.companyId} and id = ${at.id}`;
    for (const status of ["CONNECTED", "OPENING", "qrcode"]) await say(at, status);
    expect((await row(at)).status).toBe("DISCONNECTED");
  });
});

describe("the sweep", () => {
  const sweep = async (channel: string) => {
    const reopened: number[] = [];
    await sweepSilent([channel], (_, id) => reopened.push(id));
    return reopened;
  };
  const lease = (at: At, seconds: number) =>
    platform()`
      insert into app.leases (company_id, connection_id, process_id, expires_at) values (${at.companyId}, ${at.id}, ${crypto.randomUUID()}, now() + make_interval(secs => ${seconds}))`;

  test("a line that nobody holds and that was silent for 45 s is down, since its last sign of life, and a gap is open", async () => {
    const channel = "probe-sweep";
    const [lively, silent, held] = [await up(channel), await up(channel), await up(channel)];
    await lease(held, 10);
    await lease(silent, -1);
    await pass(lively, 40);
    await pass(silent, 50);
    await pass(held, 50);
    expect(await sweep(channel)).toEqual([]);
    expect((await row(lively)).status).toBe("CONNECTED");
    expect((await row(held)).status).toBe("CONNECTED");
    expect(await row(silent)).toMatchObject({ status: "DISCONNECTED", reason: "ERR_WAPP_UNATTENDED", away: 50 });
    expect((await gaps(silent)).map((gap) => [gap.state, gap.seconds])).toEqual([["open", 50]]);
  });
  test("a code that nobody refreshes is not shown as one to scan", async () => {
    const at = await place("probe-code");
    await say(at, "qrcode");
    await pass(at, 50);
    await sweep("probe-code");
    expect((await row(at)).status).toBe("DISCONNECTED");
  });
  test("a held line that was deaf for 90 s is opened anew", async () => {
    const at = await up("probe-deaf");
    await lease(at, 10);
    await pass(at, 95);
    expect(await sweep("probe-deaf")).toEqual([at.id]);
    expect(await row(at)).toMatchObject({ status: "TIMEOUT", reason: "ERR_PROVIDER_UNREACHABLE" });
  });
  test("a channel that gives no signs of life is believed", async () => {
    const at = await place("probe-called", { status: "CONNECTED" });
    await pass(at, 3_600);
    await sweep("probe-another");
    expect((await row(at)).status).toBe("CONNECTED");
  });
});

describe("an outage", () => {
  const alerted = async (at: At) => {
    await sweepOutages();
    return (await row(at)).alerted;
  };
  test("is told after a minute, once, and is over when the line is back", async () => {
    const at = await up();
    await say(at, "OPENING");
    await pass(at, 55);
    expect(await alerted(at)).toBe(false);
    await pass(at, 10);
    expect(await alerted(at)).toBe(true);
    await say(at, "DISCONNECTED", "refused");
    expect(await alerted(at)).toBe(true);
    await say(at, "CONNECTED");
    expect(await alerted(at)).toBe(false);
  });
  test("is none of a line that was never up, or that nobody wants", async () => {
    const [fresh, left] = [await place("probe-gaps"), await up()];
    await say(fresh, "qrcode");
    await say(left, "OPENING");
    await platform()`update app.connections set wanted = false where company_id = ${left.companyId} and id = ${left.id}`;
    await pass(fresh, 600);
    await pass(left, 600);
    expect([await alerted(fresh), await alerted(left)]).toEqual([false, false]);
  });
});
