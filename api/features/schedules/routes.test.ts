import { describe, expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { contacts } from "../contacts/contract.ts";
import { PNG } from "../../proofs/security/world.ts";
import { schedules as calls } from "./contract.ts";

await testApp(new Map([["line", fakeChannel("line", { text: { max: 100, unit: "characters" } })]]));

async function office() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "line");
  const { contactId } = await customerWrites(admin, {
    connectionId,
    kind: "phone",
    from: "5511900000001",
    name: "Ana Conceição",
  });
  return { admin, connectionId, contactId };
}
type Office = Awaited<ReturnType<typeof office>>;
const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const form = ({ connectionId, contactId }: Office, more: object = {}) => ({
  ...{ body: "Seu pedido chegou", contactId, sendAt: hence(1), whatsappId: connectionId, ...more },
});
const plan = (of: Office, more: object = {}, by: Person = of.admin) => by.call(calls.create, { body: form(of, more) });
const within = <T>({ admin }: Office, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: admin.companyId }, work);
const picture = () => new File([PNG], "foto.png", { type: "image/png" });

describe("planning", () => {
  test("a plan answers the names of the API and its defaults", async () => {
    const of = await office();
    const sendAt = hence(2);
    const made = await plan(of, { sendAt });
    expect(made).toMatchObject({
      ...{ body: "Seu pedido chegou", contactId: of.contactId, contact: { name: "Ana Conceição" }, status: "PENDENTE" },
      ...{ whatsappId: of.connectionId, whatsapp: { channel: "line" }, openTicket: "disabled", statusTicket: "closed" },
      ...{ intervalo: 1, valorIntervalo: 0, enviarQuantasVezes: 1, tipoDias: 4, assinar: false, sentTimes: 0 },
      ...{ ticketUserId: null, queueId: null, mediaPath: null, error: null, sentAt: null, userId: of.admin.userId },
    });
    // The clock on the wall has minutes.
    expect(Math.abs(Date.parse(made.sendAt) - Date.parse(sendAt))).toBeLessThan(60_000);
  });

  test("a time without an offset is the company's clock, and spring's missing hour is the first minute after it", async () => {
    const of = await office();
    await asPlatform((tx) =>
      tx`update app.companies set timezone = 'America/New_York' where id = ${of.admin.companyId}`
    );
    const year = new Date().getUTCFullYear() + 1;
    const march = new Date(Date.UTC(year, 2, 1));
    const second = 8 + (7 - march.getUTCDay()) % 7;
    const made = await plan(of, { sendAt: `${year}-03-${String(second).padStart(2, "0")}T02:30` });
    expect(made.sendAt).toBe(`${year}-03-${String(second).padStart(2, "0")}T07:00:00.000Z`);
  });

  test("a day off moves the message and not what follows", async () => {
    const of = await office();
    // A Tuesday of the coming weeks, so that the day after it is a working day.
    const now = new Date();
    const tuesday = new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 16 - now.getUTCDay()),
    );
    const day = tuesday.toISOString().slice(0, 10);
    const next = new Date(tuesday.getTime() + 24 * 3600_000).toISOString().slice(0, 10);
    await of.admin.call(calls.setHolidays, { body: { holidays: [{ day, name: "Independência" }] } });
    const made = await plan(of, {
      sendAt: `${day}T09:00`,
      tipoDias: 6,
      valorIntervalo: 1,
      enviarQuantasVezes: 3,
    });
    expect(made.sendAt).toBe(`${next}T12:00:00.000Z`);
  });

  test.each([
    ["too short", { body: " oi  " }, "body.body"],
    ["past", { sendAt: "2020-01-01T10:00:00Z" }, "body.sendAt"],
    ["in three years", { sendAt: hence(24 * 1_100) }, "body.sendAt"],
    ["at no time", { sendAt: "2026-02-30T10:00" }, "body.sendAt"],
    ["of words", { sendAt: "amanhã" }, "body.sendAt"],
    ["of a unit that does not exist", { intervalo: 5 }, "body.intervalo"],
    ["of a kind of day that does not exist", { tipoDias: 7 }, "body.tipoDias"],
    [
      "whose last message is after the year 9999",
      { intervalo: 3, valorIntervalo: 100_000, enviarQuantasVezes: 2 },
      "body.valorIntervalo",
    ],
  ])("a plan %s is refused by its field", async (_what, more, path) => {
    const of = await office();
    await expect(plan(of, more)).rejects.toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect((await of.admin.call(calls.list, {})).count).toBe(0);
  });

  test("a text that the channel does not carry, and what is another company's, are refused", async () => {
    const [of, other] = [await office(), await office()];
    await expect(plan(of, { body: "é".repeat(101) })).rejects.toMatchObject({ code: "ERR_TEXT_TOO_LONG" });
    await expect(plan(of, { ticketUserId: other.admin.userId })).rejects.toMatchObject({ code: "ERR_NO_USER_FOUND" });
    await expect(plan(of, { queueId: await makeQueue(other.admin) })).rejects.toMatchObject({
      code: "ERR_NO_QUEUE_FOUND",
    });
    await expect(plan(of, { contactId: other.contactId })).rejects.toMatchObject({ code: "ERR_NO_CONTACT_FOUND" });
    await expect(plan(of, { whatsappId: other.connectionId })).rejects.toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
  });

  test("a plan of a company whose subscription has no schedules is refused", async () => {
    const admin = await someone({ plan: { flags: { useSchedules: false } } });
    await expect(admin.call(calls.list, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe("changing", () => {
  test("what is left out stays, and the same time stays the anchor", async () => {
    const of = await office();
    const queueId = await makeQueue(of.admin);
    const made = await plan(of, { openTicket: "enabled", queueId, statusTicket: "pending", assinar: true });
    const changed = await of.admin.call(calls.update, {
      params: { id: made.id },
      body: { body: "Outro texto", sendAt: made.sendAt },
    });
    expect(changed).toEqual({ ...made, body: "Outro texto" });
  });

  test("what has gone out is not changed; what failed or was called off is planned anew", async () => {
    const of = await office();
    const { id } = await plan(of);
    const now = (status: string) =>
      within(of, (tx) => tx`update app.schedules set status = ${status}, error = 'ERR_SCHEDULE_LATE' where id = ${id}`);
    const change = () => of.admin.call(calls.update, { params: { id }, body: { sendAt: hence(3) } });
    for (const state of ["AGENDADA", "ENVIADA"]) {
      await now(state);
      await expect(change()).rejects.toMatchObject({ code: "ERR_ALREADY_IN_STATE" });
    }
    for (const state of ["ERRO", "CANCELADA"]) {
      await now(state);
      expect(await change()).toMatchObject({ status: "PENDENTE", error: null, sentTimes: 0 });
    }
  });

  test("a picture is kept, replaced and taken off; other files are refused", async () => {
    const of = await office();
    const { id } = await plan(of);
    const upload = (file: File) => of.admin.call(calls.upload, { params: { id }, files: [file] });
    expect(await upload(picture())).toMatchObject({
      mediaName: "foto.png",
      mediaPath: expect.stringContaining("/media/"),
    });
    await expect(upload(new File(["%PDF-1.4 olá"], "foto.png"))).rejects.toMatchObject({
      code: "ERR_UNSUPPORTED_MEDIA",
    });
    expect(await of.admin.call(calls.removeFile, { params: { id } })).toMatchObject({ mediaPath: null, mediaName: "" });
    const left = await within(of, (tx) => tx`select 1 from app.media where company_id = ${tx.companyId}`);
    expect(left).toHaveLength(0);
  });

  test("a schedule is deleted with its picture", async () => {
    const of = await office();
    const { id } = await plan(of);
    await of.admin.call(calls.upload, { params: { id }, files: [picture()] });
    await of.admin.call(calls.remove, { params: { id } });
    await expect(of.admin.call(calls.show, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe("who sees it", () => {
  test("a person sees their own and those whose ticket they are to have, and changes their own; admins all", async () => {
    const of = await office();
    const [bia, caio] = [await someone({ colleagueOf: of.admin }), await someone({ colleagueOf: of.admin })];
    const own = await plan(of, { body: "da Bia, sim" }, bia);
    const given = await plan(of, { body: "do chefe", ticketUserId: bia.userId });
    const ids = async (person: Person) => (await person.call(calls.list, {})).schedules.map(({ id }) => id);
    expect([await ids(of.admin), await ids(bia), await ids(caio)]).toEqual([
      [own.id, given.id],
      [own.id, given.id],
      [],
    ]);
    const change = (person: Person, id: number) =>
      person.call(calls.update, { params: { id }, body: { body: "mudado" } });
    await expect(change(bia, given.id)).rejects.toMatchObject({ status: 403 });
    await expect(change(caio, own.id)).rejects.toMatchObject({ status: 404 });
    await expect(caio.call(calls.remove, { params: { id: own.id } })).rejects.toMatchObject({ status: 404 });
    expect(await change(of.admin, own.id)).toMatchObject({ body: "mudado" });
  });

  test("a change is told to admins, its author and whose ticket it is, who lose it when it is no longer theirs", async () => {
    const of = await office();
    const bia = await someone({ colleagueOf: of.admin });
    const { id } = await plan(of, { ticketUserId: bia.userId });
    await of.admin.call(calls.update, { params: { id }, body: { ticketUserId: null } });
    const told = await within(
      of,
      (tx) =>
        tx`select audience, payload ->> 'action' as action from app.events where name like '%-schedule' order by position`,
    );
    const all = ["admin", `user:${of.admin.userId}`];
    expect([...told]).toEqual([
      { audience: [...all, `user:${bia.userId}`], action: "create" },
      { audience: all, action: "update" },
      { audience: [`user:${bia.userId}`], action: "delete" },
    ]);
  });

  test("a list is searched by text and name, and cut by contact and time", async () => {
    const of = await office();
    const [soon, later] = [await plan(of, { body: "Boleto de março" }), await plan(of, { sendAt: hence(48) })];
    const ids = async (query: object) => (await of.admin.call(calls.list, { query })).schedules.map(({ id }) => id);
    expect(await ids({ searchParam: "MARCO" })).toEqual([soon.id]);
    expect(await ids({ searchParam: "conceicao" })).toEqual([soon.id, later.id]);
    expect(await ids({ dateStart: hence(24), dateEnd: hence(72) })).toEqual([later.id]);
    expect(await ids({ contactId: of.contactId + 1 })).toEqual([]);
  });
});

describe("contacts and days off", () => {
  test("what was planned for a deleted contact is called off", async () => {
    const of = await office();
    const { id } = await plan(of);
    await of.admin.call(contacts.remove, { params: { id: of.contactId } });
    expect(await of.admin.call(calls.show, { params: { id } })).toMatchObject({ status: "CANCELADA", contactId: null });
  });

  test("another list of holidays moves what waits, and holds each day once", async () => {
    const of = await office();
    const day = new Date(Date.now() + 30 * 86_400_000);
    while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1);
    const date = day.toISOString().slice(0, 10);
    const made = await plan(of, { sendAt: `${date}T10:00`, tipoDias: 5 });
    await of.admin.call(calls.setHolidays, { body: { holidays: [{ day: date, name: "Feriado" }] } });
    const moved = await of.admin.call(calls.show, { params: { id: made.id } });
    expect(Date.parse(made.sendAt) - Date.parse(moved.sendAt)).toBe(86_400_000);
    const twice = [{ day: date, name: "a" }, { day: date, name: "b" }];
    await expect(of.admin.call(calls.setHolidays, { body: { holidays: twice } })).rejects.toMatchObject({
      status: 400,
    });
    expect(await of.admin.call(calls.holidays, {})).toEqual({ holidays: [{ day: date, name: "Feriado" }] });
  });
});
