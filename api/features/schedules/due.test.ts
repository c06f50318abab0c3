// What is due goes out: real rows, real outbox; time is passed by moving the rows back.
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { makeConnection, makeQueue, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { PNG } from "../../proofs/security/world.ts";
import { contacts } from "../contacts/contract.ts";
import { schedules as calls } from "./contract.ts";
import { sendDue } from "./due.ts";

const image = { maxBytes: 5_000_000, types: ["image/png"], caption: true };
await testApp(
  new Map([
    ["line", fakeChannel("line")],
    ["window", fakeChannel("window", { replyWindow: { hours: 24 } as never, media: { image } })],
  ]),
);
const HOUR = 3_600_000;

async function office(channel = "line", more: object = {}, hoursAgo = 0) {
  const admin = await someone({ flags: { name: "Helena" } });
  const connectionId = await makeConnection(admin, channel);
  const { contactId, ticketId } = await customerWrites(admin, {
    ...{ connectionId, kind: "phone", from: "5511900000001", name: "Ana", at: Date.now() - hoursAgo * HOUR },
  });
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: admin.companyId }, work);
  await within((tx) => tx`update app.tickets set status = 'closed'`);
  const sendAt = new Date(Date.now() + HOUR).toISOString();
  const { id } = await admin.call(calls.create, {
    body: { body: "Olá, {{name}}!", contactId, sendAt, whatsappId: connectionId, ...more },
  });
  const show = () => admin.call(calls.show, { params: { id } });
  const messages = () =>
    within((tx) =>
      tx<
        { id: number; body: string; key: string; kind: string }[]
      >`select id, body, key, send_class, kind, ticket_id as "ticketId" from app.messages where from_me order by id`
    );
  /** The hands of the clock go on by so many hours after the planned time. */
  const later = async (hours: number) => {
    const at = Date.parse((await show()).sendAt);
    return await sendDue(new Date(at + hours * HOUR), admin.companyId);
  };
  return { admin, connectionId, contactId, ticketId, within, id, show, messages, later };
}

test("a message goes out once at its time, as a single one, and is told sent when it is", async () => {
  const of = await office();
  expect(await of.later(-0.1)).toBe(0);
  await Promise.all([of.later(0), of.later(0), of.later(0)]);
  expect([...await of.messages()]).toMatchObject([{ body: "Olá, Ana!", key: `schedule:${of.id}:0`, send_class: 1 }]);
  expect(await of.show()).toMatchObject({ status: "AGENDADA", sentTimes: 1 });
  await of.within((tx) => tx`update app.messages set status = 'sent' where from_me`);
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "ENVIADA", sentAt: expect.any(String), error: null });
});

test("a message that its provider refuses is an error with the provider's reason, and goes out when it is planned again", async () => {
  const of = await office();
  await of.later(0);
  await of.within((tx) => tx`update app.messages set status = 'failed', error = 'ERR_WAPP_RESTRICTED' where from_me`);
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "ERRO", error: "ERR_WAPP_RESTRICTED" });
  await of.admin.call(calls.update, { params: { id: of.id }, body: { sendAt: new Date().toISOString() } });
  await of.later(0);
  expect((await of.messages()).map(({ key }) => key)).toEqual([`schedule:${of.id}:0`, `schedule:${of.id}:1`]);
});

test("a message is sent after a night of downtime, and not after a day", async () => {
  const [night, day] = [await office(), await office()];
  await night.later(11.9);
  expect(await night.show()).toMatchObject({ status: "AGENDADA" });
  await day.later(12.1);
  expect(await day.show()).toMatchObject({ status: "ERRO", error: "ERR_SCHEDULE_LATE" });
  expect(await day.messages()).toHaveLength(0);
});

test.each([
  ["a minute", 1 / 60, "AGENDADA", 1],
  ["an hour", 1, "AGENDADA", 1],
  ["twelve hours", 12, "AGENDADA", 1],
  ["twelve hours and a minute", 12 + 1 / 60, "ERRO", 0],
  ["a day", 24, "ERRO", 0],
])("after a downtime of %s a message is sent or says that it came too late", async (_, hours, status, count) => {
  const of = await office();
  await of.later(hours);
  expect(await of.show()).toMatchObject({ status, error: status === "ERRO" ? "ERR_SCHEDULE_LATE" : null });
  expect(await of.messages()).toHaveLength(count);
  await of.later(hours + 1);
  expect(await of.messages()).toHaveLength(count);
});

test("what recurs goes out once after downtime, counts what was missed, and goes on at its own time", async () => {
  const of = await office("line", { intervalo: 4, valorIntervalo: 60, enviarQuantasVezes: 5 });
  const first = Date.parse((await of.show()).sendAt);
  await of.later(2.5);
  expect(await of.messages()).toHaveLength(1);
  expect(await of.show()).toMatchObject({
    status: "PENDENTE",
    sentTimes: 3,
    sendAt: new Date(first + 3 * HOUR).toISOString(),
  });
  await of.later(0);
  await of.later(0);
  expect(await of.messages()).toHaveLength(3);
  expect(await of.show()).toMatchObject({ status: "AGENDADA", sentTimes: 5 });
});

test("an occurrence that failed does not move those after it", async () => {
  const of = await office("line", { valorIntervalo: 1, enviarQuantasVezes: 3 });
  const first = Date.parse((await of.show()).sendAt);
  await of.later(13);
  expect(await of.show()).toMatchObject({ status: "PENDENTE", error: "ERR_SCHEDULE_LATE", sentTimes: 1 });
  expect(Date.parse((await of.show()).sendAt) - first).toBe(24 * HOUR);
  await of.later(0);
  expect(await of.show()).toMatchObject({ error: null, sentTimes: 2 });
});

test("a connection that is away is waited for a day, then that is the error", async () => {
  const of = await office();
  const now = (status: string) =>
    of.within((tx) => tx`update app.connections set status = ${status} where id = ${of.connectionId}`);
  await now("DISCONNECTED");
  for (const hours of [0, 13, 23]) await of.later(hours);
  expect(await of.show()).toMatchObject({ status: "PENDENTE", error: null });
  await now("CONNECTED");
  await of.later(23.5);
  expect(await of.show()).toMatchObject({ status: "AGENDADA" });
  const away = await office();
  await away.within((tx) => tx`update app.connections set deleted_at = now() where id = ${away.connectionId}`);
  for (const hours of [0, 24.1]) await away.later(hours);
  expect(await away.show()).toMatchObject({ status: "ERRO", error: "ERR_NO_WAPP_FOUND" });
});

test("a message goes out when hundreds before it wait for a connection that is away", async () => {
  const of = await office();
  const other = await makeConnection(of.admin, "line");
  const { contactId } = await customerWrites(of.admin, {
    ...{ connectionId: other, kind: "phone", from: "5511900000009", name: "Bia" },
  });
  const sendAt = new Date(Date.parse((await of.show()).sendAt) + 120_000).toISOString();
  await of.admin.call(calls.create, { body: { body: "Oi, {{name}}!", contactId, sendAt, whatsappId: other } });
  await of.within((tx) =>
    tx`
    insert into app.schedules (user_id, contact_id, connection_id, body, send_at, timezone, wall_date, wall_time)
    select user_id, contact_id, connection_id, body, send_at, timezone, wall_date, wall_time
    from app.schedules, generate_series(1, 210) where id = ${of.id}`
  );
  await of.within((tx) => tx`update app.connections set status = 'DISCONNECTED' where id = ${of.connectionId}`);
  await of.later(1);
  expect((await of.messages()).map(({ body }) => body)).toEqual(["Oi, Bia!"]);
});

test("a schedule that failed is left alone for a minute, and goes out when it can", async () => {
  const of = await office();
  const zone = (timezone: string) =>
    of.within((tx) => tx`update app.schedules set timezone = ${timezone}, times = 2, every = 1 where id = ${of.id}`);
  const { timezone } =
    (await of.within((tx) => tx<[{ timezone: string }]>`select timezone from app.schedules where id = ${of.id}`))[0];
  await zone("Nowhere/None");
  await of.later(0);
  await zone(timezone);
  await of.later(0.01);
  expect(await of.messages()).toHaveLength(0);
  await of.later(0.02);
  expect(await of.messages()).toHaveLength(1);
});

test("a closed reply window and a blocked contact are errors that say so", async () => {
  const closed = await office("window", {}, 24.5);
  await closed.later(0);
  expect(await closed.show()).toMatchObject({ status: "ERRO", error: "ERR_REPLY_WINDOW_CLOSED" });
  const open = await office("window", {}, 1);
  await open.later(0);
  expect(await open.show()).toMatchObject({ status: "AGENDADA" });
  const blocked = await office();
  await blocked.admin.call(contacts.block, { params: { id: blocked.contactId }, body: { active: false } });
  await blocked.later(0);
  expect(await blocked.show()).toMatchObject({ status: "ERRO", error: "ERR_CONTACT_BLOCKED" });
});

test("the approved text goes out when the reply window is closed by then, and the own words when it is open", async () => {
  for (const [hoursAgo, body] of [[24.5, "Oi Ção, temos novidade."], [1, "Olá, Ana!"]] as const) {
    const of = await office("window", {}, hoursAgo);
    const [{ id }] = await of.within((tx) =>
      tx<[{ id: number }]>`
      insert into app.message_templates (connection_id, name, language, status, components)
      values (${of.connectionId}, 'oi', 'pt_BR', 'APPROVED', '[{"type": "BODY", "text": "Oi {{1}}, temos novidade."}]') returning id`
    );
    const plan = (values: Record<string, string>) =>
      of.admin.call(calls.update, { params: { id: of.id }, body: { template: { id, values }, assinar: true } });
    await expect(plan({})).rejects.toMatchObject({ status: 400 });
    expect(await plan({ "body.1": "Ção" })).toMatchObject({
      template: { id, name: "oi", values: { "body.1": "Ção" } },
    });
    await of.later(0);
    expect((await of.messages())[0]!.body.replace("*Helena*:\n", "")).toBe(body);
  }
});

test("an approved text with a picture above it takes the schedule's, and is an error without one", async () => {
  const of = await office("window", {}, 24.5);
  const [{ id }, video] = await of.within((tx) =>
    tx<[{ id: number }, { id: number }]>`
    insert into app.message_templates (connection_id, name, language, status, components) values
      (${of.connectionId}, 'oferta', 'pt_BR', 'APPROVED', '[{"type": "HEADER", "format": "IMAGE"}, {"type": "BODY", "text": "Só hoje"}]'),
      (${of.connectionId}, 'filme', 'pt_BR', 'APPROVED', '[{"type": "HEADER", "format": "VIDEO"}, {"type": "BODY", "text": "Veja"}]')
    returning id`
  );
  const planWith = (template: number) =>
    of.admin.call(calls.update, { params: { id: of.id }, body: { template: { id: template } } });
  await expect(planWith(video.id)).rejects.toMatchObject({ code: "ERR_TEMPLATE_REFUSED" });
  await planWith(id);
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "ERRO", error: "ERR_NO_MEDIA_FOUND" });
  const sendAt = new Date().toISOString();
  await of.admin.call(calls.update, { params: { id: of.id }, body: { sendAt } });
  await of.admin.call(calls.upload, {
    params: { id: of.id },
    files: [new File([PNG], "oferta.png", { type: "image/png" })],
  });
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "AGENDADA" });
  expect([...await of.messages()]).toMatchObject([{ body: "Só hoje", kind: "image" }]);
});

test("a text that is paused by then is the error", async () => {
  const of = await office("window", {}, 24.5);
  const [{ id }] = await of.within((tx) =>
    tx<[{ id: number }]>`
    insert into app.message_templates (connection_id, name, language, status, components)
    values (${of.connectionId}, 'oi', 'pt_BR', 'APPROVED', '[{"type": "BODY", "text": "Oi"}]') returning id`
  );
  await of.admin.call(calls.update, { params: { id: of.id }, body: { template: { id } } });
  await of.within((tx) => tx`update app.message_templates set status = 'PAUSED'`);
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "ERRO", error: "ERR_TEMPLATE_REFUSED" });
});

test("nothing goes out of a company whose subscription ended, and goes out when it is paid", async () => {
  const of = await office();
  const paid = (until: string) =>
    asPlatform((tx) =>
      tx`update app.companies set due_at = now() + ${until}::text::interval where id = ${of.admin.companyId}`
    );
  const { sendAt } = await of.show();
  await paid("-1 day");
  expect(await sendDue(new Date(Date.parse(sendAt) + HOUR), of.admin.companyId)).toBe(0);
  expect(await of.messages()).toHaveLength(0);
  await paid("1 day");
  await of.later(2);
  expect(await of.messages()).toHaveLength(1);
});

test("nothing goes out of a company whose plan has no schedules any more", async () => {
  const of = await office();
  const { sendAt } = await of.show();
  await asPlatform((tx) =>
    tx`
    update app.plans set flags = flags || '{"useSchedules": false}' where id = (select plan_id from app.companies where id = ${of.admin.companyId})`
  );
  expect(await sendDue(new Date(Date.parse(sendAt) + HOUR), of.admin.companyId)).toBe(0);
  expect(await of.messages()).toHaveLength(0);
});

test("the answer of the customer calls off what was to be called off by it, and nothing else", async () => {
  const of = await office("line", { cancelOnReply: true });
  const { id: other } = await of.admin.call(calls.create, {
    body: {
      body: "fica marcado",
      contactId: of.contactId,
      sendAt: new Date(Date.now() + HOUR).toISOString(),
      whatsappId: of.connectionId,
    },
  });
  await customerWrites(of.admin, { connectionId: of.connectionId, kind: "phone", from: "5511900000002" });
  expect(await of.show()).toMatchObject({ status: "PENDENTE" });
  await customerWrites(of.admin, {
    connectionId: of.connectionId,
    kind: "phone",
    from: "5511900000001",
    text: "já resolvi",
    at: Date.now() + 1_000,
  });
  expect(await of.show()).toMatchObject({ status: "CANCELADA" });
  expect(await of.admin.call(calls.show, { params: { id: other } })).toMatchObject({ status: "PENDENTE" });
  await of.later(0);
  expect(await of.show()).toMatchObject({ status: "CANCELADA" });
});

test("a message is signed by who planned it and opens the ticket it was told to", async () => {
  const of = await office();
  const queueId = await makeQueue(of.admin);
  await of.admin.call(calls.update, {
    params: { id: of.id },
    body: { assinar: true, openTicket: "enabled", statusTicket: "open", ticketUserId: of.admin.userId, queueId },
  });
  await of.later(0);
  const [message] = await of.messages();
  expect(message!.body).toBe("*Helena*:\nOlá, Ana!");
  const [ticket] = await of.within((tx) =>
    tx`select status, user_id, queue_id from app.tickets where status <> 'closed'`
  );
  expect(ticket).toEqual({ status: "open", user_id: of.admin.userId, queue_id: queueId });
});

test("a schedule follows its contact when that is merged into another", async () => {
  const of = await office();
  const { contactId: kept } = await customerWrites(of.admin, {
    connectionId: of.connectionId,
    kind: "phone",
    from: "5511900000003",
    name: "Ana B",
  });
  await of.admin.call(contacts.merge, { params: { id: kept }, body: { contactId: of.contactId } });
  expect(await of.show()).toMatchObject({ contactId: kept, status: "PENDENTE" });
});
