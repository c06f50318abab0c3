import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { makeConnection, makeQueue, type Options, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { PNG } from "../../proofs/security/world.ts";
import { apiKeys } from "../api-keys/contract.ts";
import { contacts } from "../contacts/contract.ts";
import { messagesApi } from "./contract.ts";

const picture = { maxBytes: 1_000_000, types: ["image/*"], caption: true };
const { api } = await testApp(
  new Map([
    ["line", fakeChannel("line", { media: { image: picture } as never })],
    ["window", fakeChannel("window", { replyWindow: { hours: 24 } as never })],
    ["page", fakeChannel("page", { identities: [{ kind: "psid", names: "person", shown: "{tail}" }] as never })],
  ]),
);
const NUMBER = "5511988887777";

async function office(channel = "line", options: Options = {}) {
  const admin = await someone({ ...options, flags: { name: "Helena" } });
  const connectionId = await makeConnection(admin, channel);
  const token = crypto.randomUUID().replaceAll("-", "").slice(0, 30);
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: admin.companyId }, work);
  await within((tx) => tx`update app.connections set token = ${token} where id = ${connectionId}`);
  const call = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers as Record<string, string> };
    const answer = await api.http.fetch(new Request(`http://localhost/api${path}`, { ...init, headers }));
    return { status: answer.status, body: await answer.json() as { id: number; ticketId: number; error?: string } };
  };
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    call("/messages/send", { method: "POST", body, headers });
  /** Asks by GET, or with a body by POST. */
  const ask = (path: string, body?: string) =>
    call(path, body ? { method: "POST", body, headers: { "content-type": "application/json" } } : {});
  const send = (form: object, key?: string) =>
    post(JSON.stringify({ number: NUMBER, body: "Seu pedido saiu", ...form }), {
      "content-type": "application/json",
      ...(key && { "idempotency-key": key }),
    });
  const messages = () =>
    within((tx) =>
      tx`
    select m.body, m.kind, m.send_class, m.by_hand, c.number from app.messages m join app.contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where m.company_id = ${tx.companyId} and m.from_me order by m.id`
    );
  const ticket = (id: number) =>
    within(async (tx) => (await tx`select status, silent, user_id, queue_id from app.tickets where id = ${id}`)[0]);
  return { admin, connectionId, within, post, ask, send, messages, ticket };
}

test("a program sends to a number that nobody has: a contact, a waiting ticket, an automated message", async () => {
  const of = await office();
  const { status, body } = await of.send({ number: "+55 (11) 98888-7777" });
  expect([status, body]).toEqual([202, { status: "SUCCESS", id: expect.any(Number), ticketId: expect.any(Number) }]);
  expect([...await of.messages()]).toEqual([
    { body: "Seu pedido saiu", kind: "chat", send_class: 1, by_hand: false, number: NUMBER },
  ]);
  expect(await of.ticket(body.ticketId)).toMatchObject({ status: "pending", silent: false });
});

test("a Brazilian mobile is one contact with and without its ninth digit, also of two calls at once", async () => {
  const of = await office();
  const sent = await Promise.all([of.send({ number: "551188887777" }), of.send({})]);
  expect(sent.map(({ status }) => status)).toEqual([202, 202]);
  expect((await of.messages()).map(({ number }) => number)).toEqual([NUMBER, NUMBER]);
});

test("the same key is one message for ever, and another body with it is refused", async () => {
  const of = await office();
  const [first, again] = [await of.send({}, "pedido-1"), await of.send({}, "pedido-1")];
  expect(again).toEqual(first);
  expect((await of.send({ body: "outro" }, "pedido-1")).status).toBe(422);
  await of.within((tx) => tx`delete from app.idempotency_keys`);
  expect((await of.send({}, "pedido-1")).body).toEqual(first.body);
  expect(await of.messages()).toHaveLength(1);
});

test("a ticket is a person's, in a queue, closed or none, as the program says; a live one stays as it is", async () => {
  const of = await office();
  const queueId = await makeQueue(of.admin);
  const silent = (await of.send({ openTicket: false })).body;
  expect(await of.ticket(silent.ticketId)).toMatchObject({ status: "closed", silent: true });
  const closed = (await of.send({ closeTicket: true, queueId })).body;
  expect(await of.ticket(closed.ticketId)).toMatchObject({ status: "closed", silent: false, queue_id: queueId });
  const open = (await of.send({ userId: of.admin.userId, queueId })).body;
  expect(await of.ticket(open.ticketId)).toMatchObject({ status: "open", user_id: of.admin.userId, queue_id: queueId });
  const live = (await of.send({ closeTicket: true })).body;
  expect(live.ticketId).toBe(open.ticketId);
  expect(await of.ticket(live.ticketId)).toMatchObject({ status: "open" });
  const other = await makeQueue(of.admin);
  expect(await of.send({ queueId: other, strict: true })).toMatchObject({
    status: 409,
    body: { error: "ERR_OTHER_OPEN_TICKET" },
  });
  expect((await of.send({ queueId: other })).status).toBe(202);
});

test("a person's name stands above the text, unless the program says not", async () => {
  const of = await office();
  const userId = of.admin.userId;
  for (const sendSignature of [undefined, false]) await of.send({ userId, sendSignature });
  expect((await of.messages()).map(({ body }) => body)).toEqual(["*Helena*:\nSeu pedido saiu", "Seu pedido saiu"]);
});

test("files of a form go with the text, the others after it", async () => {
  const of = await office();
  const form = new FormData();
  form.set("number", NUMBER);
  form.set("body", "Fotos, ção");
  form.set("openTicket", "false");
  for (const name of ["a.png", "b.png"]) form.append("medias", new File([PNG], name, { type: "image/png" }));
  const { status, body } = await of.post(form);
  expect(status).toBe(202);
  expect((await of.messages()).map(({ body, kind }) => [kind, body])).toEqual([["image", "Fotos, ção"], ["image", ""]]);
  expect(await of.ticket(body.ticketId)).toMatchObject({ silent: true });
});

test("several files stand in one ticket, which ends after the last when it is to end", async () => {
  const of = await office();
  const form = new FormData();
  form.set("number", NUMBER);
  form.set("body", "Fotos");
  form.set("closeTicket", "true");
  for (const name of ["a.png", "b.png", "c.png"]) {
    form.append("medias", new File([PNG], name, { type: "image/png" }));
  }
  const { body } = await of.post(form);
  const where = await of.within((tx) => tx`select ticket_id, count(*) as n from app.messages where from_me group by 1`);
  expect([...where]).toEqual([{ ticket_id: body.ticketId, n: 3 }]);
  expect(await of.ticket(body.ticketId)).toMatchObject({ status: "closed" });
  expect([...await of.within((tx) => tx`select count(*) as n from app.tickets`)]).toEqual([{ n: 1 }]);
});

test("a key whose call died with its process is taken again after five minutes, and no sooner", async () => {
  const of = await office();
  const { body } = await of.send({}, "pedido-9");
  const left = (seconds: number) =>
    of.within((tx) =>
      tx`
      update app.idempotency_keys set status = null, answer = null, created_at = now() - make_interval(secs => ${seconds})`
    );
  await left(240);
  expect(await of.send({}, "pedido-9")).toMatchObject({ status: 409, body: { error: "ERR_ALREADY_IN_STATE" } });
  await left(310);
  expect(await of.send({}, "pedido-9")).toMatchObject({ status: 202, body });
  expect(await of.messages()).toHaveLength(1);
});

test.each([
  ["without a text or file", { body: " " }, 400],
  ["to letters", { number: "não é número" }, 400],
  ["to too few digits", { number: "1234567" }, 400],
  ["with a text too long", { body: "a".repeat(5_000) }, 400],
  ["for a person who does not exist", { userId: 987_654 }, 404],
  ["for a queue that does not exist", { queueId: 987_654 }, 404],
  ["to a group that nobody knows", { number: "120363041234567890" }, 404],
  ["with a file whose address is inside", { linkImage: "http://127.0.0.1:1/a.png" }, 404],
  ["with a file that is no address", { linkImage: "file:///etc/passwd" }, 400],
])("a message %s is refused and leaves nothing", async (_what, form, status) => {
  const of = await office();
  expect((await of.send(form)).status).toBe(status);
  expect(await of.within((tx) => tx`select 1 from app.contacts where company_id = ${tx.companyId}`)).toHaveLength(0);
  expect(await of.messages()).toHaveLength(0);
});

test("who was blocked, whose window is closed and whom the channel cannot name by number get nothing", async () => {
  const blocked = await office();
  const { contactId } = await customerWrites(blocked.admin, {
    connectionId: blocked.connectionId,
    kind: "phone",
    from: NUMBER,
  });
  await blocked.admin.call(contacts.block, { params: { id: contactId }, body: { active: false } });
  expect(await blocked.send({})).toMatchObject({ status: 409, body: { error: "ERR_CONTACT_BLOCKED" } });
  const closed = await office("window");
  expect(await closed.send({})).toMatchObject({ status: 409, body: { error: "ERR_REPLY_WINDOW_CLOSED" } });
  await customerWrites(closed.admin, { connectionId: closed.connectionId, kind: "phone", from: NUMBER });
  expect((await closed.send({})).status).toBe(202);
  expect(await (await office("page")).send({})).toMatchObject({
    status: 409,
    body: { error: "ERR_CONTACT_OUT_OF_REACH" },
  });
});

test("an approved text goes to somebody who never wrote, with every place filled", async () => {
  const of = await office("window");
  await of.within((tx) =>
    tx`
    insert into app.message_templates (connection_id, name, language, category, status, components)
    values (${of.connectionId}, 'pedido', 'pt_BR', 'UTILITY', 'APPROVED', '[{"type": "BODY", "text": "Oi {{1}}, saiu {{2}}."}]')`
  );
  const template = { name: "pedido", language: "pt_BR", variables: ["Ção", "já"] };
  expect((await of.send({ body: "", template: { ...template, variables: ["Ção"] } })).status).toBe(400);
  expect(await of.send({ body: "", template: { ...template, language: "en" } })).toMatchObject({ status: 404 });
  expect((await of.send({ body: "", template })).status).toBe(202);
  expect((await of.messages()).map(({ body }) => body)).toEqual(["Oi Ção, saiu já."]);
});

test("a plan without the API, and no token, send nothing", async () => {
  const of = await office("line", { plan: { flags: { useExternalApi: false } } });
  expect((await of.send({})).status).toBe(403);
  expect((await of.post("{}", { authorization: "Bearer x", "content-type": "application/json" })).status).toBe(401);
});

test("a program learns what became of its message, and of nobody else's", async () => {
  const [of, other] = [await office(), await office()];
  const { body } = await of.send({});
  const status = (id: number, by = of) => by.ask(`/messages/${id}/status`);
  expect(await status(body.id)).toEqual({
    status: 200,
    body: { id: body.id, ticketId: body.ticketId, status: "waiting", ack: 0, error: null, sentAt: expect.any(String) },
  });
  await of.within((tx) =>
    tx`update app.messages set status = 'failed', error = 'ERR_WAPP_RESTRICTED' where id = ${body.id}`
  );
  expect((await status(body.id)).body).toMatchObject({ status: "failed", error: "ERR_WAPP_RESTRICTED" });
  expect((await status(body.id, other)).status).toBe(404);
  await customerWrites(of.admin, { connectionId: of.connectionId, kind: "phone", from: NUMBER });
  const [heard] = await of.within((tx) => tx<{ id: number }[]>`select id from app.messages where not from_me`);
  expect((await status(heard!.id)).status).toBe(404);
});

test("an admin sees the last twenty messages of programs, the newest first, of their own company's lines only", async () => {
  const of = await office();
  for (let n = 0; n < 22; n++) await of.send({ body: `Ção ${n} ${"a".repeat(200)}` });
  const seen = await of.admin.call(messagesApi.recent, { query: { whatsappId: of.connectionId } });
  expect(seen.map(({ body }) => body.slice(0, 6).trim())).toEqual(
    Array.from({ length: 20 }, (_, at) => `Ção ${21 - at}`),
  );
  expect(seen[0]).toMatchObject({ number: NUMBER, status: "waiting" });
  expect(seen[0]!.body).toHaveLength(120);
  const other = await office();
  await expect(other.admin.call(messagesApi.recent, { query: { whatsappId: of.connectionId } })).rejects
    .toMatchObject({ status: 404, code: "ERR_NO_WAPP_FOUND" });
});

test("a program asks whether a number can be written to, over its own line", async () => {
  const of = await office();
  const asked = await of.ask("/messages/checkNumber", JSON.stringify({ number: NUMBER }));
  expect(asked).toMatchObject({ status: 409, body: { error: "ERR_NOT_SUPPORTED_BY_CHANNEL" } });
});

test("what programs of the Whaticket family say means here what it means there", async () => {
  const of = await office();
  const silent = (await of.send({ noRegister: true })).body;
  expect(await of.ticket(silent.ticketId)).toMatchObject({ status: "closed", silent: true });
  const { ticketId } = await customerWrites(of.admin, { connectionId: of.connectionId, kind: "phone", from: NUMBER });
  const [heard] = await of.within((tx) =>
    tx<{ id: number }[]>`select id from app.messages where not from_me and ticket_id = ${ticketId}`
  );
  const sent = await of.send({ quotedMsg: { id: heard!.id }, msdelay: 60_000, sendSignature: "false" });
  expect(sent.body.ticketId).toBe(ticketId);
  const [row] = await of.within((tx) =>
    tx`select quoted_id, retry_at > now() + interval '50 seconds' as later from app.messages where id = ${sent.body.id}`
  );
  expect(row).toEqual({ quoted_id: heard!.id, later: true });
  expect(await of.send({ quotedMsg: String(heard!.id) })).toMatchObject({ status: 202 });
  for (const id of [silent.id, 987_654]) {
    const other = await of.send({ number: "5511977776666", quotedMsg: id });
    expect(other).toMatchObject({ status: 404, body: { error: "ERR_NO_MESSAGE_FOUND" } });
  }
  expect((await of.send({ msdelay: 3_600_001 })).status).toBe(400);
});

test("a link to a file is fetched before anything is kept, and a ticket opened for it ends", async () => {
  const of = await office();
  const link = (body: object) => of.ask("/messages/send/linkImage", JSON.stringify({ number: NUMBER, ...body }));
  expect(await link({ url: "http://127.0.0.1:9/a.png" })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_MEDIA_FOUND", message: "File not found." },
  });
  expect((await link({ url: "file:///etc/passwd" })).status).toBe(400);
  expect(await of.messages()).toHaveLength(0);
});

test("every answer to a token says how much of its own minute is left, and a refusal says it in a sentence", async () => {
  const of = await office();
  const first = await of.ask("/messages/1/status");
  expect(first).toMatchObject({ status: 404, body: { error: "ERR_NO_MESSAGE_FOUND", message: expect.any(String) } });
  const { api } = await testApp();
  const [line] = await of.within((tx) => tx<{ token: string }[]>`select token from app.connections`);
  const headers = { authorization: `Bearer ${line!.token}` };
  const answer = await api.http.fetch(new Request("http://localhost/api/messages/1/status", { headers }));
  expect(answer.headers.get("ratelimit-limit")).toBe("60");
  expect(answer.headers.get("ratelimit-remaining")).toBe("58");
});

test("a company's key sends over the connection it names, or over the default one, and over no other company's", async () => {
  const [of, other] = [await office(), await office()];
  const { token } = await of.admin.call(apiKeys.create, { body: { name: "Loja", scopes: ["messages:send"] } });
  const send = async (query: string) => {
    const request = new Request(`http://localhost/api/messages/send${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ number: NUMBER, body: "Oi" }),
    });
    return (await api.http.fetch(request)).status;
  };
  expect(await send(`?whatsappId=${of.connectionId}`)).toBe(202);
  expect(await send("")).toBe(202);
  for (const id of [other.connectionId, "x", "-1", "9".repeat(30)]) expect(await send(`?whatsappId=${id}`)).toBe(404);
  expect(await of.messages()).toHaveLength(2);
  // A connection's own token is for that connection.
  expect((await of.ask(`/messages/1/status?whatsappId=${other.connectionId}`)).body.error).toBe("ERR_NO_WAPP_FOUND");
});

test("an admin sees what programs called over a connection, also what was refused", async () => {
  const of = await office();
  await of.send({});
  await of.send({ number: "x" });
  const calls = (query: { refused?: "true" } = {}) =>
    of.admin.call(messagesApi.calls, { query: { whatsappId: of.connectionId, ...query } });
  expect((await calls()).map(({ path, status, error }) => [path, status, error])).toEqual([
    ["/api/messages/send", 400, "ERR_VALIDATION"],
    ["/api/messages/send", 202, null],
  ]);
  expect((await calls({ refused: "true" })).map(({ status }) => status)).toEqual([400]);
});
