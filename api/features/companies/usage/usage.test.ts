// What the operator sees of a company: numbers, people and problems, by the company's calendar, and no word of anybody.
import { expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../../core/testing/api.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { companies } from "../contract.ts";

const boss = await someone({ super: true, dueAt: null });
const usage = ({ companyId }: Pick<Person, "companyId">) => boss.call(companies.usage, { params: { id: companyId } });

test("twelve months are summed by the company's calendar, also those in which nothing happened", async () => {
  const ana = await someone();
  const bia = await someone({ colleagueOf: ana });
  await withTenant(ana, async (tx) => {
    const zone = "America/Sao_Paulo";
    // An hour into the month there, which is another hour in UTC.
    const at = (months: number, hours: number) =>
      tx`((date_trunc('month', now() at time zone ${zone}) - make_interval(months => ${months}) + make_interval(hours => ${hours})) at time zone ${zone})`;
    const insert = (slot: ReturnType<typeof at>, user: number, opened: number, received: number, sent: number) =>
      tx`insert into app.half_hours (slot, queue_id, user_id, opened, received, sent, accepted)
        values (${slot}, 0, ${user}, ${opened}, ${received}, ${sent}, ${user ? 1 : 0})`;
    await insert(at(0, 0), 0, 3, 10, 0);
    await insert(at(0, 0), ana.userId, 0, 0, 4);
    await insert(at(0, 0), bia.userId, 0, 0, 2);
    await insert(at(0, -1), ana.userId, 1, 5, 5);
    await insert(at(11, 0), ana.userId, 7, 0, 0);
    await insert(at(11, -1), ana.userId, 100, 100, 100);
  });
  const { months, users, inUse } = await usage(ana);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ opened: 3, received: 10, sent: 6, people: 2 });
  expect(months.at(-2)).toMatchObject({ opened: 1, received: 5, sent: 5, people: 1 });
  expect(months[0]).toMatchObject({ opened: 7, received: 0 });
  expect(months.slice(1, 10).every(({ opened, people }) => opened === 0 && people === 0)).toBe(true);
  expect(users.map(({ id }) => id).sort()).toEqual([ana.userId, bia.userId].sort());
  expect(inUse).toEqual({ users: 2, connections: 0, queues: 0 });
});

test("problems of a day are one line each with how often, and say nothing of what was written", async () => {
  const ana = await someone();
  const connectionId = await makeConnection(ana, "facebook");
  await withTenant(ana, async (tx) => {
    const [contact] = await tx`insert into app.contacts (name) values ('CANARY') returning id`;
    const [ticket] = await tx`insert into app.tickets (contact_id, connection_id, channel) values (${
      contact!.id
    }, ${connectionId}, 'facebook') returning id`;
    const failed = (error: string, age: string) =>
      tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, body, status, error, created_at)
        values (${ticket!.id}, ${
        contact!.id
      }, ${connectionId}, true, 'CANARY', 'failed', ${error}, now() - ${age}::text::interval)`;
    for (let n = 0; n < 3; n++) await failed("ERR_PROVIDER_REFUSED", "1 minute");
    await failed("ERR_PROVIDER_REFUSED", "40 days");
    await tx`insert into app.connection_gaps (connection_id, from_at, to_at, reason, state) values
      (${connectionId}, now() - interval '2 days', now() - interval '1 day', 'logged_out', 'unknown')`;
  });
  const seen = await usage(ana);
  expect(seen.problems).toMatchObject([
    { kind: "message", reason: "ERR_PROVIDER_REFUSED", count: 3, until: null },
    { kind: "connection", reason: "logged_out", until: expect.any(String) },
  ]);
  expect(JSON.stringify(seen)).not.toContain("CANARY");
});

test("a company that is gone, or that never was, has none", async () => {
  await expect(usage({ companyId: 8_000_000_000_001 })).rejects.toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
});
