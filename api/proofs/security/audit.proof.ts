// Proof S27: each change of administration leaves exactly one row that says who, when, from where, what, before and after,
// with secrets masked; what is refused or repeated leaves none.
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { ownCall } from "./attack.ts";
import { jsonOf, nameOf, pathOf } from "./values.ts";
import { makeWorld, type World } from "./world.ts";

const { api } = await testApp();
const audited = api.endpoints.filter((e) => e.audit);
const SECRET = "PLANTED-secret-91f2";
let world: World;
let planId = 0;
beforeAll(async () => {
  // Company 1 cannot be closed or deleted.
  await someone();
  planId = (await asPlatform((tx) => tx<{ id: number }[]>`select id from app.plans limit 1`))[0]!.id;
});

type Parts = ReturnType<typeof ownCall>;
const unique = () => crypto.randomUUID().slice(0, 8);
/** What a call needs besides plain valid values to be carried out. */
const needs: Record<string, (call: Parts) => Promise<void> | void> = {
  "POST /companies": ({ body }) =>
    void Object.assign(body!, { planId, email: `${unique()}@test.local`, password: SECRET }),
  "PUT /companies/{id}": ({ body }) =>
    void Object.assign(body!, { planId, status: true, dueDate: null, email: "x@test.local" }),
  "DELETE /companies/{id}": async ({ params }) => void (params.id = (await someone()).companyId),
  "PUT /plans/{id}": async ({ params }) => void (params.id = await sparePlan()),
  "DELETE /plans/{id}": async ({ params }) => void (params.id = await sparePlan()),
  "POST /users": ({ body }) => void Object.assign(body!, { email: `${unique()}@test.local`, password: SECRET }),
  "PUT /users/{id}": ({ body }) =>
    void Object.assign(body!, { email: `${unique()}@test.local`, password: SECRET, companyId: world.companyId }),
  "POST /queue": ({ body }) => void Object.assign(body!, { color: `#${unique().slice(0, 6)}`, chatbots: [] }),
  "PUT /queue/{id}": ({ body }) => void Object.assign(body!, { color: `#${unique().slice(0, 6)}`, chatbots: [] }),
  "POST /chatbot": ({ body }) => void Object.assign(body!, { options: [] }),
  "PUT /chatbot/{id}": ({ body }) => void Object.assign(body!, { options: [] }),
  "PUT /companySettings": ({ body }) => void Object.assign(body!, { column: "transferMessage", data: "Oi" }),
  "PUT /settings/{key}": ({ params, body }) =>
    void Object.assign(params, { key: "appName" }, Object.assign(body!, { value: "Recado" })),
  "POST /contacts/{id}/merge": async ({ body }) => void Object.assign(body!, { contactId: await spareContact() }),
  // The last one stays while a conversation is open on it.
  "DELETE /whatsapp/{id}": async () => void await makeConnection(world.person),
  "POST /whatsapp": connectionForm,
  "PUT /whatsapp/{id}": connectionForm,
  "PUT /whatsappsession/{id}": linked,
  "PUT /whatsapp/{id}/pace": linked,
  "POST /whatsapp/{id}/pace/resume": linked,
};
/** The connection is one that is linked like a device. */
async function linked(): Promise<void> {
  await withTenant(
    { companyId: world.companyId },
    (tx) => tx`update app.connections set channel = 'whatsapp' where id = ${world.connectionId}`,
  );
}
function connectionForm({ body }: Parts): void {
  for (const name of Object.keys(body!)) if (/import/i.test(name)) delete (body as Record<string, unknown>)[name];
  Object.assign(body!, {
    channel: "webchat",
    settings: { title: "Oi", accessToken: SECRET },
    accessToken: SECRET,
    appSecret: SECRET,
    token: "T".repeat(30),
    isDefault: true,
    greetingMessage: "Oi",
    collectiveVacationStart: null,
    collectiveVacationEnd: null,
    collectiveVacationMessage: "",
  });
}
async function spareContact(): Promise<number> {
  const [row] = await withTenant(
    { companyId: world.companyId },
    (tx) => tx<{ id: number }[]>`insert into app.contacts (name) values ('Outra') returning id`,
  );
  return row!.id;
}
async function sparePlan(): Promise<number> {
  return (await asPlatform((tx) =>
    tx<{ id: number }[]>`insert into app.plans (name) values (${`Plano ${unique()}`}) returning id`
  ))[0]!.id;
}
/** Proven where there is a provider to sign in to (secrets.proof.ts), and a device that signs (features/factors/routes.test.ts). */
const elsewhere = (e: Endpoint) => nameOf(e) === "POST /facebook" || e.path.startsWith("/second-factor/");

interface Row {
  user_id: number;
  address: string;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  at: Date;
}
const rows = () => withTenant({ companyId: world.companyId }, (tx) => tx<Row[]>`select * from app.audit order by id`);
const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC"),
  (c) => c.charCodeAt(0),
);
/** A call that takes files is sent as the form it is. */
function formOf(field: string, body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  form.set(field, new File([png], "figura.png", { type: "image/png" }));
  return form;
}
async function send(e: Endpoint, call: Parts, headers: Record<string, string> = {}) {
  const form = e.upload ? formOf(e.upload, call.body ?? {}) : null;
  const request = new Request(`http://localhost${pathOf(e, call.params)}`, {
    method: e.method,
    headers: {
      authorization: `Bearer ${world.person.token}`,
      ...(form ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: form ?? (call.body ? jsonOf(call.body) : undefined),
  });
  const response = await api.http.fetch(request, { remoteAddr: { hostname: "198.51.100.7" } });
  return { status: response.status, text: await response.text() };
}

describe("each change of administration", () => {
  test.each(audited.filter((e) => !elsewhere(e)).map((e) => [nameOf(e), e] as const))(
    "%s leaves one row",
    async (name, e) => {
      world = await makeWorld({ super: true });
      const call = ownCall(e, world);
      await needs[name]?.(call);
      const { status, text } = await send(e, call, { "idempotency-key": "once" });
      expect(status, text).toBe(200);
      const [row, ...more] = await rows();
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        user_id: world.userId,
        address: "198.51.100.7",
        action: name,
        target: pathOf(e, call.params),
        at: expect.any(Date),
      });
      expect(Math.abs(Date.now() - row!.at.getTime())).toBeLessThan(60_000);
      expect(JSON.stringify(row)).not.toMatch(new RegExp(`${SECRET}|T{30}`));
      if (call.body) expect(row!.after).toMatchObject({});
      // What existed before and is no collection is described as it was.
      if (/^(PUT|DELETE)/.test(name) && !/whatsappsession|sessions|version/.test(name)) {
        expect(row!.before, "before")
          .toBeTruthy();
      }
      expect((await send(e, call, { "idempotency-key": "once" })).status).toBe(200);
      // A change is made once under its key; what is read twice left the house twice.
      expect(await rows()).toHaveLength(e.method === "GET" ? 2 : 1);
    },
  );

  test("a refused change leaves no row", async () => {
    world = await makeWorld();
    for (const e of audited) {
      const call = ownCall(e, world);
      for (const field of Object.keys(call.params)) call.params[field] = 8_000_000_000_001;
      if (call.body) call.body = { nothing: true, name: "" };
      const { status } = await send(e, call);
      if (status >= 400 || e.method === "GET") continue;
      expect(["POST /whatsapp-restart", "PUT /whatsapp/{id}"], nameOf(e)).toContain(nameOf(e));
    }
    const changes = (await rows()).map((row) => row.action).filter((action) => !action.startsWith("GET "));
    expect(changes).toEqual(["POST /whatsapp-restart"]);
  });
});
