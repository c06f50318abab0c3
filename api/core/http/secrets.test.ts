// What becomes of a secret that a call is given: nothing keeps it, whatever its field is called. Calls are declared here.
import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { shownOnce, writeOnly } from "../../contract/marks.ts";
import { mount, type Person, someone } from "../testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { emit, everybody } from "../live/emit.ts";
import { openApi } from "./openapi.ts";
import { route } from "./route.ts";

const SECRET = "PLANTED-s3cr3t";
const Form = z.object({
  name: text(50),
  /** Called like anything but a secret. */
  greeting: writeOnly(text(4000).min(1)),
  more: z.array(z.object({ how: writeOnly(z.union([z.literal(""), text(50)])).optional(), n: z.number() })).optional(),
  byName: z.record(z.string(), writeOnly(text(50))).nullable().optional(),
});
const save = endpoint({
  method: "POST",
  path: "/things",
  summary: "",
  access: "admin",
  audit: true,
  body: Form,
  response: z.object({ name: z.string(), made: shownOnce(z.string()).optional() }),
});
const keep = endpoint({ ...save, path: "/anything", body: z.record(z.string(), z.unknown()) });
let made = 0;
const api = mount((api) => {
  route(api, save, ({ body }) => Promise.resolve({ name: body.name, made: `${SECRET}-${++made}` }));
  route(api, keep, ({ body, before }) => {
    before(body);
    return Promise.resolve({ name: "any" });
  });
});

async function send(person: Person, path: string, body: unknown, key?: string) {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${person.token}`,
    ...(key && { "idempotency-key": key }),
  };
  const answer = await api.http.fetch(
    new Request(`http://localhost/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  return { status: answer.status, body: await answer.json() };
}
/** All that the database kept of a person's requests. */
const kept = (person: Person) =>
  withTenant({ companyId: person.companyId }, async (tx) => ({
    audit: await tx`select action, before, after from app.audit order by id`,
    keys: await tx`select answer, fingerprint from app.idempotency_keys`,
  }));
const form = { name: "Loja", greeting: SECRET, more: [{ how: SECRET, n: 1 }, { n: 2 }], byName: { a: SECRET } };

test("a write-only field is in no trail, whatever it is called and however deep it stands", async () => {
  const person = await someone();
  expect((await send(person, "/things", form)).status).toBe(200);
  const { audit } = await kept(person);
  expect(audit[0]!.after).toEqual({
    name: "Loja",
    greeting: "[hidden]",
    more: [{ how: "[hidden]", n: 1 }, { n: 2 }],
    byName: { a: "[hidden]" },
  });
});

test("fields that nobody marked are caught by what they are called and what they look like", async () => {
  const person = await someone();
  const given = {
    jsonContent: `{"private_key":"${SECRET}"}`,
    cardNumber: SECRET,
    cvv: 123,
    nameOnCard: SECRET,
    certificate: SECRET,
    headers: { authorization: `Bearer ${SECRET}` },
    urlN8N: `https://ana:${SECRET}@n8n.example/hook?token=${SECRET}&key=${SECRET}&page=2`,
    notes: [`call https://x.example/?api_key=${SECRET} or send Bearer ${SECRET}`],
    pasted: JSON.stringify({ client_email: "a@b.example", private_key: SECRET }),
  };
  await send(person, "/anything", given);
  const { audit } = await kept(person);
  expect(JSON.stringify(audit)).not.toContain(SECRET);
  expect(JSON.stringify(audit)).not.toContain("123");
  expect(audit[0]!.after).toMatchObject({
    urlN8N: "https://[hidden]@n8n.example/hook?token=[hidden]&key=[hidden]&page=2",
    pasted: '{"client_email":"a@b.example","private_key":"[hidden]"}',
  });
  expect(audit[0]!.before).toEqual(audit[0]!.after);
});

test("what is shown once is in the first answer, and neither kept nor in the one that is given again", async () => {
  const person = await someone();
  const first = await send(person, "/things", form, "k");
  expect(first.body.made).toContain(SECRET);
  expect(await send(person, "/things", form, "k")).toEqual({ status: 200, body: { name: "Loja" } });
  expect((await send(person, "/things", { ...form, greeting: "another secret" }, "k")).status).toBe(422);
  const { keys } = await kept(person);
  expect(keys[0]!.answer).toEqual({ name: "Loja" });
});

test("the print of a request with a secret cannot be made without the installation's key", async () => {
  const { createHash } = await import("node:crypto");
  const person = await someone();
  const plain = (path: string, body: unknown) =>
    createHash("sha256").update(`POST /api${path} ${JSON.stringify(body)}`).digest("hex");
  await send(person, "/things", form, "k");
  await send(person, "/anything", { n: 1 }, "l");
  const prints = (await kept(person)).keys.map((row) => row.fingerprint);
  expect(prints).not.toContain(plain("/things", form));
  expect(prints).toContain(plain("/anything", { n: 1 }));
});

test("a call or an event that would tell a write-only field is refused before anybody hears it", async () => {
  const telling = z.object({ action: z.literal("x"), list: z.array(z.object({ greeting: Form.shape.greeting })) });
  expect(() => route(api, endpoint({ ...save, path: "/telling", response: telling }), () => Promise.reject())).toThrow(
    "POST /telling would answer a write-only field.",
  );
  const event = changes("company-{id}-telling", "thing", "thingId", z.object({ greeting: Form.shape.greeting }));
  const person = await someone();
  const tell = withTenant({ companyId: person.companyId }, (tx) => {
    emit(tx, event, everybody, { action: "create", thing: { greeting: SECRET } });
    return Promise.resolve();
  });
  await expect(tell).rejects.toThrow("company-{id}-telling would tell a write-only field.");
});

test("the documentation says which fields are write-only", () => {
  const { paths } = openApi([save], "1", "http://localhost") as Record<string, never>;
  const { schema } =
    (paths as never as Record<string, never>)["/things"]!["post"]["requestBody"]["content"]["application/json"] as {
      schema: { properties: Record<string, { writeOnly?: boolean }> };
    };
  expect([schema.properties.greeting!.writeOnly, schema.properties.name!.writeOnly]).toEqual([true, undefined]);
});
