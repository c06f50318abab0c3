import { expect, test } from "vitest";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { contactLists } from "../contact-lists/contract.ts";
import { optOuts } from "../opt-outs/contract.ts";
import { campaigns } from "./contract.ts";
import { shop, started } from "./testing-campaign.ts";

const body = (of: Awaited<ReturnType<typeof shop>>, more: object = {}) => ({
  ...{ name: "Natal", message1: "Oi", whatsappId: of.line, contactListId: of.listId },
  ...more,
});
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const wrong = (path: string) => ({
  status: 400,
  code: "ERR_VALIDATION",
  body: { details: [{ path: `body.${path}` }] },
});
const refused = { status: 409, code: "ERR_ALREADY_IN_STATE" };

test("a campaign is kept with every field, and a time makes it start by itself", async () => {
  const of = await shop();
  const queueId = await makeQueue(of.admin);
  const made = await of.admin.call(campaigns.create, {
    body: body(of, {
      ...{ message5: "أهلا {nome}", confirmation: true, confirmationMessage4: "Pode?", openTicket: "enabled" },
      ...{ statusTicket: "pending", userId: of.admin.userId, queueId, skipOpen: false },
    }),
  });
  expect(made).toMatchObject({
    ...{ status: "INATIVA", message1: "Oi", message2: "", message5: "أهلا {nome}", confirmation: true },
    ...{ confirmationMessage4: "Pode?", openTicket: "enabled", statusTicket: "pending", queueId, skipOpen: false },
    ...{ whatsapp: { id: of.line }, contactList: { id: of.listId, name: "Clientes" }, tagList: null, pausedReason: "" },
  });
  const planned = await of.admin.call(campaigns.update, {
    params: { id: made.id },
    body: body(of, { scheduledAt: inHours(3) }),
  });
  expect(planned).toMatchObject({ status: "PROGRAMADA", message5: "" });
});

test("what cannot run is refused at the field that is missing, and nothing is begun", async () => {
  const of = await shop();
  const make = (more: object) =>
    of.admin.call(campaigns.create, { body: body(of, { scheduledAt: inHours(3), ...more }) });
  await expect(make({ message1: "  " })).rejects.toMatchObject(wrong("message1"));
  await expect(make({ whatsappId: null })).rejects.toMatchObject(wrong("whatsappId"));
  await expect(make({ contactListId: null })).rejects.toMatchObject(wrong("contactListId"));
  await expect(make({ confirmation: true })).rejects.toMatchObject(wrong("confirmationMessage1"));
  await expect(make({ userId: of.admin.userId })).rejects.toMatchObject(wrong("queueId"));
  await expect(make({ scheduledAt: inHours(-1) })).rejects.toMatchObject(wrong("scheduledAt"));
  await expect(make({ name: "x" })).rejects.toMatchObject({ status: 400 });
  expect((await of.admin.call(campaigns.list)).count).toBe(0);
});

test("a campaign that runs or begins within the hour is neither changed nor deleted, and a stopped one is", async () => {
  const of = await shop();
  const soon = await of.admin.call(campaigns.create, { body: body(of, { scheduledAt: inHours(0.5) }) });
  await expect(of.admin.call(campaigns.update, { params: { id: soon.id }, body: body(of) })).rejects.toMatchObject(
    refused,
  );
  const id = await started(of);
  const on = { params: { id } };
  await expect(of.admin.call(campaigns.update, { ...on, body: body(of) })).rejects.toMatchObject(refused);
  await expect(of.admin.call(campaigns.remove, on)).rejects.toMatchObject(refused);
  await expect(of.admin.call(campaigns.start, on)).rejects.toMatchObject(refused);
  await expect(of.admin.call(campaigns.restart, on)).rejects.toMatchObject(refused);
  await of.admin.call(campaigns.cancel, on);
  await expect(of.admin.call(campaigns.cancel, on)).rejects.toMatchObject(refused);
  expect(await of.admin.call(campaigns.update, { ...on, body: body(of, { name: "Outra" }) })).toMatchObject({
    name: "Outra",
    status: "CANCELADA",
  });
  await of.admin.call(campaigns.remove, on);
  await expect(of.admin.call(campaigns.show, on)).rejects.toMatchObject({ status: 404 });
});

test("a campaign whose list was deleted does not start", async () => {
  const of = await shop();
  const { id } = await of.admin.call(campaigns.create, { body: body(of) });
  await of.admin.call(contactLists.remove, { params: { id: of.listId } });
  await expect(of.admin.call(campaigns.start, { params: { id } })).rejects.toMatchObject(wrong("contactListId"));
});

test("another company's campaign, list and line are not found; a plain user and a plan without campaigns are refused", async () => {
  const of = await shop();
  const { id } = await of.admin.call(campaigns.create, { body: body(of) });
  const other = await shop();
  await expect(other.admin.call(campaigns.report, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(other.admin.call(campaigns.start, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(other.admin.call(campaigns.create, { body: body(of, { whatsappId: other.line }) })).rejects
    .toMatchObject({
      status: 404,
      code: "ERR_NO_RECORD_FOUND",
    });
  await expect(other.admin.call(campaigns.create, { body: body(other, { whatsappIds: [of.line] }) })).rejects
    .toMatchObject({
      status: 404,
      code: "ERR_NO_WAPP_FOUND",
    });
  const user = await someone({ colleagueOf: of.admin });
  await expect(user.call(campaigns.list)).rejects.toMatchObject({ status: 403 });
  const without = await someone({ plan: { flags: { useCampaigns: false } } });
  await expect(without.call(campaigns.list)).rejects.toMatchObject({ status: 403 });
});

test("settings keep what is not named, and refuse what is not offered", async () => {
  const admin = await someone();
  const set = (settings: object) => admin.call(campaigns.setSettings, { body: { settings } });
  const valueOf = (rows: { key: string; value: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value)]));
  expect(valueOf(await admin.call(campaigns.settings))).toMatchObject({
    messageInterval: 20,
    startHour: "09:00",
    sabado: false,
  });
  await set({ messageInterval: "60", sabado: "true", variables: [{ key: "cupom", value: "NATAL" }] });
  expect(valueOf(await set({ endHour: "20:30" }))).toMatchObject({
    ...{ messageInterval: 60, sabado: true, domingo: false, endHour: "20:30", dailyLimit: 1000 },
    variables: [{ key: "cupom", value: "NATAL" }],
  });
  for (const mistake of [{ messageInterval: 7 }, { startHour: "25:00" }, { variables: [{ key: "a b", value: "" }] }]) {
    await expect(set(mistake)).rejects.toMatchObject({ status: 400 });
  }
});

test("the preview shows each variant as its reader would see it, and when it begins and ends", async () => {
  const of = await shop(2, { messageInterval: 60 });
  const { id } = await of.admin.call(campaigns.create, {
    body: body(of, {
      message2: "Olá {nome} {{cupom}}",
      confirmation: true,
      confirmationMessage1: "Pode, {primeiroNome}?",
    }),
  });
  const preview = await of.admin.call(campaigns.preview, { params: { id } });
  expect(preview).toMatchObject({ total: 2, send: 2, skipped: [] });
  expect(preview.variants.map(({ text, confirmation }) => [text.replace(/\d/, "N"), confirmation])).toEqual([
    ["Pode, Zoé?", true],
    ["Oi", false],
    ["Olá Zoé N {{cupom}}", false],
  ]);
  expect(new Date(preview.last!).getTime() - new Date(preview.first!).getTime()).toBe(60_000);
});

test("a test goes to one number, whoever is on the list", async () => {
  const of = await shop(0);
  await makeConnection(of.admin, "webchat");
  const { id } = await of.admin.call(campaigns.create, { body: body(of) });
  await of.admin.call(campaigns.test, { params: { id }, body: { number: "5511987654321" } });
  await of.admin.call(optOuts.add, { body: { number: "5511987654322" } });
  await expect(of.admin.call(campaigns.test, { params: { id }, body: { number: "5511987654322" } })).rejects
    .toMatchObject({ code: "ERR_CONTACT_OPTED_OUT" });
  await expect(of.admin.call(campaigns.test, { params: { id }, body: { number: "eu" } })).rejects.toMatchObject({
    status: 400,
  });
});
