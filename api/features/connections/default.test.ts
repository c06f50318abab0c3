// The next default connection after a deletion, the plan's count of connections, and the operator's look into companies.
import { beforeAll, describe, expect, test } from "vitest";
import { makeConnection, type Person, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "../tickets/contract.ts";
import { connections } from "./contract.ts";

beforeAll(() =>
  testApp(
    new Map([
      ["phone", fakeChannel("phone", { abilities: { begin: true } })],
      ["feed", fakeChannel("feed")],
      ["page", fakeChannel("page", { builtIn: true, abilities: { pages: true } })],
    ]),
  )
);
const make = async (person: Person, channel: string, body: object = {}) =>
  (await person.call(connections.create, { body: { name: crypto.randomUUID(), channel, ...body } })).id;
const remove = (person: Person, id: number) => person.call(connections.remove, { params: { id } });
const defaults = async (person: Person) =>
  (await person.call(connections.list)).filter((line) => line.isDefault).map(({ id }) => id);
const events = (person: Person) =>
  withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ payload: Record<string, unknown> }[]>`select payload from app.events order by position`,
  );

describe("making a connection", () => {
  test("makes it the default when it is the first that can begin conversations, in place of the one before", async () => {
    const admin = await someone();
    const page = await make(admin, "page");
    expect(await defaults(admin)).toEqual([page]);
    await make(admin, "feed");
    expect(await defaults(admin)).toEqual([page]);
    const phone = await make(admin, "phone");
    expect(await defaults(admin)).toEqual([phone]);
    expect((await events(admin)).map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ action: "update", whatsapp: expect.objectContaining({ id: page, isDefault: false }) }),
    );
    await make(admin, "phone");
    expect(await defaults(admin)).toEqual([phone]);
  });
});

describe("deleting the default connection", () => {
  test("makes the oldest other connection that can begin conversations the default, and announces it", async () => {
    const admin = await someone();
    const first = await make(admin, "phone");
    for (const channel of ["page", "feed"]) await make(admin, channel);
    const [second, third] = [await make(admin, "phone"), await make(admin, "phone")];
    expect(await defaults(admin)).toEqual([first]);
    await remove(admin, first);
    expect(await defaults(admin)).toEqual([second]);
    expect((await events(admin)).slice(-2).map(({ payload }) => payload)).toMatchObject([
      { action: "delete", whatsappId: first },
      { action: "update", whatsapp: { id: second, isDefault: true } },
    ]);
    await Promise.all([remove(admin, second), remove(admin, third)]);
    expect(await defaults(admin)).toEqual([]);
    const next = await make(admin, "phone");
    expect(await defaults(admin)).toEqual([next]);
  });

  test("leaves one default when the next one is deleted at the same moment", async () => {
    const admin = await someone();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await make(admin, "phone"));
    await Promise.all(ids.slice(0, 3).map((id) => remove(admin, id)));
    expect(await defaults(admin)).toEqual([ids[3]]);
  });

  test("leaves the default alone when another connection is deleted", async () => {
    const admin = await someone();
    const [first, second] = [await make(admin, "phone"), await make(admin, "phone")];
    await remove(admin, second);
    expect(await defaults(admin)).toEqual([first]);
  });
});

test("is refused for the last connection while a ticket waits or is served on it; a group that is no ticket does not count", async () => {
  const admin = await someone();
  const id = await makeConnection(admin, "page");
  const { ticketId } = await customerWrites(admin, { connectionId: id });
  const become = (status: string) =>
    withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.tickets set status = ${status} where id = ${ticketId}`,
    );
  for (const status of ["pending", "open", "lgpd", "nps"]) {
    await become(status);
    await expect(remove(admin, id)).rejects.toMatchObject({ status: 409, code: "ERR_NO_OTHER_WHATSAPP" });
  }
  expect(await defaults(admin)).toEqual([id]);
  const other = await make(admin, "page");
  await remove(admin, id);
  await become("group");
  await remove(admin, other);
  expect(await admin.call(connections.list)).toEqual([]);
  expect((await admin.call(tickets.list, { query: { status: "group" } })).tickets).toMatchObject([{ id: ticketId }]);
});

describe("the plan's number of connections", () => {
  test("counts customers' lines and never the pages that are our own", async () => {
    const admin = await someone({ plan: { connections: 2 } });
    await makeConnection(admin, "page");
    await make(admin, "page");
    await make(admin, "phone");
    await make(admin, "page");
    await make(admin, "feed");
    await expect(make(admin, "phone")).rejects.toMatchObject({ status: 403, code: "ERR_PLAN_LIMIT" });
    await make(admin, "page");
  });

  test("is kept when several are made at once", async () => {
    const admin = await someone({ plan: { connections: 2 } });
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => make(admin, "phone")));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});

test("the operator sees the connections of the company they name; nobody else names another", async () => {
  const [operator, admin] = [await someone({ super: true }), await someone()];
  const [own, theirs] = [await make(operator, "phone"), await make(admin, "phone")];
  const ids = async (person: Person, companyId?: number) =>
    (await person.call(connections.list, { query: { companyId } })).map(({ id }) => id);
  expect(await ids(operator)).toEqual([own]);
  expect(await ids(operator, operator.companyId)).toEqual([own]);
  expect(await ids(operator, admin.companyId)).toEqual([theirs]);
  expect(await ids(admin, admin.companyId)).toEqual([theirs]);
  await expect(ids(admin, operator.companyId)).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  await expect(ids(operator, 8_000_000_000_001)).rejects.toMatchObject({ status: 404, code: "ERR_NO_COMPANY_FOUND" });
});
