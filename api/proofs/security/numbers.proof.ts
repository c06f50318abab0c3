// Where the company hides numbers, a plain user reads no contact's number whole: not in the answer of any call, not in
// any event, not in a file. A new call is held against it without a line here.
import { beforeAll, describe, expect, test } from "vitest";
import { maskOf } from "../../core/live/client.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { ownCall } from "./attack.ts";
import { jsonOf, nameOf, pathOf } from "./values.ts";
import { makeWorld, type World } from "./world.ts";

const { api } = await testApp();
let world: World;
let number: string;
let user: Person;
beforeAll(async () => {
  world = await makeWorld();
  user = await someone({
    colleagueOf: world.person,
    queueIds: [world.queueId],
    flags: {
      ...{ allow_connections: true, all_tickets: true, all_history: true, allow_groups: true, show_dashboard: true },
      ...{ allow_live: true, all_user_chat: true },
    },
  });
  number = await withTenant({ companyId: world.companyId }, async (tx) => {
    await tx`insert into app.settings (key, value) values ('enableLGPD', 'enabled'), ('lgpdHideNumber', 'enabled')`;
    // A contact without a name is shown by its number, which must be masked there too.
    const [contact] = await tx<{ number: string }[]>`
      update app.contacts set name = number where id = ${world.contactId} returning number`;
    await tx`update app.messages set from_me = false, user_id = null, sender = ${
      JSON.stringify({ name: contact!.number, identities: [{ kind: "phone", value: contact!.number }] })
    }::text::jsonb where id = ${world.messageId}`;
    return contact!.number;
  });
});

/** Reads come first: the change of a write must not hide a number that a read would show. */
const calls = [...api.endpoints].sort((a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"))
  // Left out: signing out ends the proof's session, and a number that a person types comes back as typed.
  .filter((e) => e.access !== "public" && !/^\/auth|\/contactsImport|\{number\}/.test(e.path) && e.method !== "DELETE")
  .map((e) => [nameOf(e), e] as const);

async function answerOf(person: Person, e: (typeof calls)[number][1]): Promise<string> {
  const { params, query, body } = ownCall(e, world);
  if (body && "number" in body) delete body.number;
  const response = await api.http.fetch(
    new Request(`http://localhost${pathOf(e, params, query)}`, {
      method: e.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body && { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      body: body && jsonOf(body),
    }),
  );
  return await response.text();
}

describe("a plain user of a company that hides numbers", () => {
  test("reads a number masked that an admin reads whole", async () => {
    const list = api.endpoints.find((e) => nameOf(e) === "GET /contacts")!;
    expect(await answerOf(user, list)).toContain(`*${number.slice(-2)}"`);
    expect(await answerOf(world.person, list)).toContain(number);
  });

  test.each(calls)("gets no whole number from %s", async (_, e) => {
    expect(await answerOf(user, e)).not.toContain(number);
  });

  test("gets no whole number from the events of these calls", async () => {
    const events = await withTenant(
      { companyId: world.companyId },
      (tx) =>
        tx<
          { name: string; payload: unknown }[]
        >`select name, payload from app.events where company_id = ${world.companyId}`,
    );
    const told = events.map(({ name, payload }) => ({
      name,
      text: JSON.stringify(maskOf(name)?.(payload) ?? payload),
    }));
    expect(told.filter(({ text }) => text.includes(number)).map(({ name }) => name)).toEqual([]);
    expect(events.some(({ payload }) => JSON.stringify(payload).includes(number))).toBe(true);
  });
});
