import { expect, test } from "vitest";
import { eventName } from "../../contract/event.ts";
import { type KeyScope, keyScopes } from "../../contract/programs/keys.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { framesOf } from "../../core/testing/stream.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { ownCall, wired } from "../../proofs/security/attack.ts";
import { nameOf, pathOf } from "../../proofs/security/values.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { contactChanged, contacts } from "../contacts/contract.ts";
import { tags } from "../tags/contract.ts";
import { apiKeys } from "./contract.ts";

const { api } = await testApp();

/** Written by hand: which scope opens which calls. What is not here opens for no key. */
const matrix: Record<KeyScope, string[]> = {
  "tickets:read": [
    "GET /tickets",
    "GET /tickets/counts",
    "GET /tickets/u/{uuid}",
    "GET /tickets/connections/{contactId}",
    "GET /tickets-log/{ticketId}",
    "GET /messages/{ticketId}",
    "GET /messages/{ticketId}/media",
    "GET /messages/{ticketId}/search",
  ],
  "tickets:write": [
    "POST /tickets",
    "PUT /tickets/{id}",
    "PUT /ticket-tags/{ticketId}/{tagId}",
    "DELETE /ticket-tags/{ticketId}",
  ],
  "contacts:read": [
    "GET /contacts",
    "GET /contacts/list",
    "GET /contacts/profile/{number}",
    "GET /contacts/{id}",
    "GET /contacts/{id}/merges",
    "GET /contactTags/{contactId}",
  ],
  "contacts:write": [
    "POST /contacts",
    "PUT /contacts/{id}",
    "PUT /contacts/block/{id}",
    "PUT /contacts/toggleAcceptAudio/{id}",
    "PUT /contacts/toggleDisableBot/{id}",
    "POST /contacts/tags",
    "POST /contactsImport/batch",
    "POST /tags/sync",
    "DELETE /tags-contacts/{tagId}/{contactId}",
  ],
  "messages:send": [
    "POST /messages/send",
    "POST /messages/send/linkImage",
    "GET /messages/{id}/status",
    "POST /messages/checkNumber",
  ],
  "company:read": [
    "GET /tags",
    "GET /tags/list",
    "GET /tags/{id}",
    "GET /queue",
    "GET /queue/{id}",
    "GET /users/list",
    "GET /whatsapp",
    "GET /whatsapp/filter",
    "GET /channels",
    "GET /message-templates",
  ],
  "webhooks:manage": [
    "GET /webhooks",
    "POST /webhooks",
    "PUT /webhooks/{id}",
    "DELETE /webhooks/{id}",
    "PUT /webhooks/{id}/paused",
    "POST /webhooks/{id}/secret",
    "GET /webhooks/{id}/deliveries",
    "GET /webhook-deliveries/{id}",
    "POST /webhooks/{id}/replay",
  ],
};
const opens = new Map(Object.entries(matrix).flatMap(([scope, names]) => names.map((name) => [name, scope] as const)));

interface Answered {
  status: number;
  // deno-lint-ignore no-explicit-any -- each test knows what it asked for
  body: any;
}
async function ask(token: string, path: string, init: RequestInit = {}): Promise<Answered> {
  const headers = { ...init.headers as Record<string, string>, authorization: `Bearer ${token}` };
  const answer = await api.http.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  const text = await answer.text();
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}
async function keyOf(admin: Person, scopes: readonly KeyScope[], name = `Chave ${crypto.randomUUID()}`) {
  const made = await admin.call(apiKeys.create, { body: { name, scopes: [...scopes] } });
  return { id: made.id, token: made.token! };
}
const asJson = (body: unknown, method = "POST"): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

test("each scope opens its calls and no other, and no key opens a call that is for people", async () => {
  const admin = await someone();
  const tokens = new Map<KeyScope, string>();
  for (const scope of keyScopes) tokens.set(scope, (await keyOf(admin, [scope])).token);
  const wrong: string[] = [];
  const names = new Set<string>();
  for (const e of api.endpoints.filter(({ access }) => access !== "public")) {
    names.add(nameOf(e));
    const path = pathOf(e, Object.fromEntries(Object.keys(e.params?.shape ?? {}).map((name) => [name, 8_000_000_001])));
    for (const [scope, token] of tokens) {
      const { status, body } = await ask(token, path, { method: e.method, ...(e.body ? asJson({}, e.method) : {}) });
      const code = String(body?.error);
      const may = opens.get(nameOf(e)) === scope;
      const refused = code === "ERR_NO_PERMISSION" || code === "ERR_INVALID_TOKEN";
      if (may === refused || status >= 500) wrong.push(`${nameOf(e)} by ${scope}: ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect([...opens.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test("what a scope opens works in a company that has everything, and names nobody where a person would be named", async () => {
  const world = await makeWorld();
  const { token } = await keyOf(world.person, keyScopes);
  const answers: Record<string, number> = {};
  for (const e of api.endpoints.filter((e) => opens.has(nameOf(e)) && e.access !== "connection")) {
    const own = ownCall(e, world);
    const sent = e.body ? wired(own.body) : {};
    const { status, body } = await ask(token, pathOf(e, own.params, own.query), { method: e.method, ...sent });
    answers[nameOf(e)] = status;
    expect([200, 201, 400, 404, 409], `${nameOf(e)} ${JSON.stringify(body).slice(0, 300)}`).toContain(status);
  }
  const good = Object.entries(answers).filter(([, status]) => status < 300).map(([name]) => name);
  expect(good.length).toBeGreaterThan(opens.size * 0.7);
});

test("a key closes, hands over and gives back a ticket without being anybody, and takes none for itself", async () => {
  const world = await makeWorld();
  const { token, id } = await keyOf(world.person, ["tickets:write"]);
  const put = (body: object) => ask(token, `/api/tickets/${world.ticketId}`, asJson(body, "PUT"));
  expect(await put({ status: "pending" })).toMatchObject({ status: 200, body: { status: "pending", userId: null } });
  expect(await put({ status: "open" })).toMatchObject({ status: 404, body: { error: "ERR_NO_USER_FOUND" } });
  expect(await put({ status: "open", userId: world.colleagueId })).toMatchObject({
    status: 200,
    body: { userId: world.colleagueId },
  });
  const handed = { isTransfered: true, queueId: world.queueId, userId: world.userId, msgTransfer: "Do sistema" };
  expect(await put(handed)).toMatchObject({ status: 200, body: { userId: world.userId } });
  expect(await put({ status: "closed" })).toMatchObject({ status: 200, body: { status: "closed" } });
  const calls = await world.person.call(apiKeys.calls, { params: { id } });
  expect(calls.map(({ method, path, status, error }) => [method, path, status, error])).toEqual([
    ["PUT", `/api/tickets/${world.ticketId}`, 200, null],
    ["PUT", `/api/tickets/${world.ticketId}`, 200, null],
    ["PUT", `/api/tickets/${world.ticketId}`, 200, null],
    ["PUT", `/api/tickets/${world.ticketId}`, 404, "ERR_NO_USER_FOUND"],
    ["PUT", `/api/tickets/${world.ticketId}`, 200, null],
  ]);
});

test("a token is shown once, kept as a hash, and a repeated call answers without it", async () => {
  const admin = await someone();
  const body = { name: "ERP", scopes: ["contacts:read", "tickets:read"] as KeyScope[] };
  const made = await admin.call(apiKeys.create, { body }, { "idempotency-key": "k" });
  expect(made).toMatchObject({ name: "ERP", scopes: ["tickets:read", "contacts:read"], tail: made.token!.slice(-4) });
  expect((await admin.call(apiKeys.create, { body }, { "idempotency-key": "k" })).token).toBeUndefined();
  expect((await admin.call(apiKeys.list))[0]).not.toHaveProperty("token");
  const stored = await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx`select to_jsonb(k)::text as row from app.api_keys k union all select to_jsonb(a)::text from app.audit a
       union all select answer::text from app.idempotency_keys`,
  );
  expect(stored.length).toBeGreaterThan(2);
  expect(stored.map(({ row }) => row).join()).not.toContain(made.token);
  await expect(admin.call(apiKeys.create, { body: { ...body, name: "erp" } })).rejects
    .toMatchObject({ code: "ERR_DUPLICATED_NAME" });
});

test("what a key changes is in the audit trail under the key's name, with no person", async () => {
  const admin = await someone();
  const { token, id } = await keyOf(admin, ["contacts:write"]);
  const made = await ask(token, "/api/contacts", asJson({ name: "Ana", number: "5511987654321" }));
  expect(made.status).toBe(200);
  const tag = await admin.call(tags.create, { body: { name: "VIP", color: "#112233" } });
  const tagged = await ask(token, "/api/contacts/tags", asJson({ contacts: [made.body.id], tags: [tag.id] }));
  expect(tagged.status).toBe(200);
  await ask(token, `/api/contacts/block/${made.body.id}`, asJson({ active: false }, "PUT"));
  const rows = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`select user_id, key_id, action from app.audit where key_id is not null order by id`,
  );
  expect([...rows]).toEqual([{ user_id: null, key_id: id, action: "POST /contacts/tags" }]);
  const used = (await admin.call(apiKeys.list)).find((one) => one.id === id)!;
  expect(used.usedAt).not.toBeNull();
});

test("a key's idempotency keys are its own", async () => {
  const admin = await someone();
  const [one, two] = [await keyOf(admin, ["contacts:write"]), await keyOf(admin, ["contacts:write"])];
  const send = (token: string, number: string) => {
    const init = asJson({ name: "Ana", number });
    return ask(token, "/api/contacts", { ...init, headers: { ...init.headers as object, "idempotency-key": "k" } });
  };
  const first = await send(one.token, "5511987650001");
  expect(await send(one.token, "5511987650001")).toEqual(first);
  expect((await send(one.token, "5511987650002")).status).toBe(422);
  expect((await send(two.token, "5511987650003")).status).toBe(200);
});

test("an ended key, one past its time, and one of a company that is switched off open nothing", async () => {
  const admin = await someone();
  const [ended, late, off] = [
    await keyOf(admin, ["contacts:read"]),
    await keyOf(admin, ["contacts:read"]),
    await keyOf(admin, ["contacts:read"]),
  ];
  const get = async (token: string) => (await ask(token, "/api/contacts")).status;
  expect(await Promise.all([ended, late, off].map(({ token }) => get(token)))).toEqual([200, 200, 200]);
  await admin.call(apiKeys.end, { params: { id: ended.id } });
  expect(await get(ended.token)).toBe(401);
  await expect(admin.call(apiKeys.end, { params: { id: ended.id } })).rejects.toMatchObject({ status: 404 });
  const body = { name: "Vencida", scopes: ["contacts:read"] as KeyScope[], expiresAt: new Date(1_000).toISOString() };
  await admin.call(apiKeys.update, { params: { id: late.id }, body });
  expect(await get(late.token)).toBe(401);
  await asPlatform((tx) => tx`update app.companies set active = false where id = ${admin.companyId}`);
  const { forgetKeys } = await import("../../core/access/by-key.ts");
  forgetKeys();
  expect(await get(off.token)).toBe(401);
});

test("a stream of a key hears what its scopes are for, ends when the key ends, and does not begin again", async () => {
  const admin = await someone();
  const { id, token } = await keyOf(admin, ["contacts:read"]);
  const open = () =>
    api.http.fetch(new Request("http://localhost/api/events", { headers: { authorization: `Bearer ${token}` } }));
  const stream = await open();
  expect(stream.status).toBe(200);
  const heard = framesOf(stream.body!, () => false);
  await withTenant({ companyId: admin.companyId }, (tx) => {
    const push = (name: string, audience: string[]) =>
      tx.events.push({ name, audience, except: null, payload: { action: "update" } });
    push(eventName(contactChanged, admin.companyId), ["company"]);
    push(`company-${admin.companyId}-ticket`, ["admin"]);
    push(`company-${admin.companyId}-payment`, ["admin"]);
    return Promise.resolve();
  });
  await admin.call(apiKeys.end, { params: { id } });
  const names = (await heard).map(({ name }) => name).filter((name) => name !== "heartbeat");
  expect(names).toEqual(["hello", `company-${admin.companyId}-contact`, "reset"]);
  expect((await open()).status).toBe(401);
  const { token: other } = await keyOf(admin, ["company:read"]);
  expect((await ask(other, "/api/events")).body).toMatchObject({
    error: "ERR_NO_PERMISSION",
    message: expect.any(String),
  });
});

test("the event cursor gives pages of JSON, each event once, with what a key's scopes are for", async () => {
  const admin = await someone();
  const { token } = await keyOf(admin, ["contacts:read"]);
  const made: number[] = [];
  for (let n = 0; n < 5; n++) {
    made.push((await admin.call(contacts.create, { body: { name: `C ${n}`, number: `55119876500${n}1` } })).id);
  }
  const seen: { type: string; data: { id: number }; id: string }[] = [];
  let after = "0";
  for (let hasMore = true; hasMore;) {
    const { status, body } = await ask(token, `/api/events?after=${after}&limit=3`);
    expect(status).toBe(200);
    seen.push(...body.events);
    ({ next: after, hasMore } = body);
  }
  expect(seen.map(({ type, data }) => [type, data.id])).toEqual(made.map((id) => ["contact.created", id]));
  expect((await ask(token, `/api/events?after=${after}`)).body).toEqual({ events: [], next: after, hasMore: false });
  expect((await ask(token, `/api/events?after=${seen[2]!.id}`)).body.events).toHaveLength(2);
  expect((await ask(token, "/api/events?after=0000dead.1")).body).toMatchObject({ error: "ERR_BAD_CURSOR" });
  expect((await ask(token, "/api/events?after=0&limit=501")).status).toBe(400);
  await asPlatform((tx) =>
    tx`delete from app.events where company_id = ${admin.companyId} and position <= ${
      Number(seen[1]!.id.split(".")[1])
    }`
  );
  const gone = await ask(token, `/api/events?after=${seen[0]!.id}`);
  expect(gone.body).toMatchObject({ error: "ERR_BAD_CURSOR", oldest: seen[1]!.id });
  expect((await ask(token, `/api/events?after=${gone.body.oldest}`)).body.events).toHaveLength(3);
});
