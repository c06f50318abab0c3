// A name is no right: a new one is told as an event, and nobody's stream begins anew.
import { describe, expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { connections } from "../../features/connections/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { tags } from "../../features/tags/contract.ts";
import { users } from "../../features/users/contract.ts";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../testing/api.ts";

const name = "Ação & Çığ 👋";
const renames: Record<string, (admin: Person) => Promise<{ of: string; id: number }>> = {
  async "a person"(admin) {
    await admin.call(users.update, { params: { id: admin.userId }, body: { name } });
    return { of: "user", id: admin.userId };
  },
  async "a queue"(admin) {
    const id = await makeQueue(admin);
    await admin.call(queues.update, { params: { id }, body: { name } });
    return { of: "queue", id };
  },
  async "a connection"(admin) {
    const id = await makeConnection(admin);
    await admin.call(connections.update, { params: { id }, body: { name } });
    return { of: "connection", id };
  },
  async "a tag in use"(admin) {
    const { id } = await admin.call(tags.create, { body: { name: "Cliente" } });
    await withTenant({ companyId: admin.companyId }, async (tx) => {
      const [contact] = await tx<{ id: number }[]>`insert into app.contacts (name) values ('Ana') returning id`;
      await tx`insert into app.contact_tags (contact_id, tag_id) values (${contact!.id}, ${id})`;
    });
    await admin.call(tags.update, { params: { id }, body: { name } });
    return { of: "tag", id };
  },
};

test.each(Object.keys(renames))("a new name of %s is told to all, and is no change of rights", async (what) => {
  const admin = await someone({ profile: "admin" });
  const expected = await renames[what]!(admin);
  const told = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx<{ name: string; audience: string[]; payload: object }[]>`select name, audience, payload from app.events`,
  );
  const mine = told.filter((event) => event.name === `company-${admin.companyId}-name`);
  expect(mine).toMatchObject([{ audience: ["company"], payload: { ...expected, name } }]);
  expect(told.filter((event) => event.name === "recado-rights")).toEqual([]);
});

describe("live answers", () => {
  /** Queues of people are told with the people themselves. */
  const otherwise = new Set(["GET /users", "GET /users/list"]);
  interface Schema {
    shape?: Record<string, Schema>;
    element?: Schema;
    unwrap?: () => Schema;
  }
  const bare = (schema: Schema): Schema =>
    !schema.shape && !schema.element && schema.unwrap ? bare(schema.unwrap()) : schema;
  /** The records of an answer: itself, its elements, or those of its page. */
  function recordOf(schema: Schema): Record<string, Schema> {
    const { shape = {}, element } = bare(schema);
    if (element) return recordOf(element);
    const list = "hasMore" in shape && Object.values(shape).find((field) => bare(field).element);
    return list ? recordOf(list) : shape;
  }
  /** Whether they show another record's name. */
  const showsBadge = (answer: Schema) =>
    Object.entries(recordOf(answer)).some(([field, value]) => {
      const inner = bare(value);
      const one = bare(inner.element ?? inner).shape;
      return field === "userName" ||
        ["user", "queue", "whatsapp", "tags", "queues"].includes(field) && one && "name" in one;
    });

  test("that show other records' names are told of new ones", async () => {
    const { api } = await testApp();
    const place = ({ method, path }: Endpoint) => `${method} ${path}`;
    const live = api.endpoints.filter((endpoint) => endpoint.live && showsBadge(endpoint.response as Schema));
    expect(live.map(place)).toContain("GET /tickets");
    expect(live.filter(({ live }) => !live!.includes(nameChanged)).map(place).filter((one) => !otherwise.has(one)))
      .toEqual(
        [],
      );
  });
});
