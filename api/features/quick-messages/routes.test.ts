import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { PNG } from "../../proofs/security/world.ts";
import { withTenant } from "../../../db/tenant.ts";
import { quickMessages } from "./contract.ts";

const make = (by: Person, shortcode: string, other: object = {}) =>
  by.call(quickMessages.create, { body: { shortcode, message: "Olá, {{firstName}}!", ...other } });
const codes = async (by: Person, searchParam = "") =>
  (await by.call(quickMessages.list, { query: { searchParam } })).records.map(({ shortcode }) => shortcode);
const change = (by: Person, id: number, body: object) =>
  by.call(quickMessages.update, { params: { id }, body: { shortcode: "outra", ...body } });
const noneFound = { status: 404, code: "ERR_NO_QUICK_MESSAGE_FOUND" };
const file = () => new File([PNG], "tabela.png", { type: "image/png" });

test("a short code is required, and is stored without the slash before it", async () => {
  const user = await someone({ profile: "user" });
  await expect(make(user, " / ")).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  expect(await make(user, " /preço ")).toMatchObject({
    shortcode: "preço",
    geral: false,
    visao: false,
    status: true,
    userId: user.userId,
    mediaPath: null,
    isMedia: false,
  });
});

test("people use their own and shared messages; only the owner changes a shared one unless it is for all", async () => {
  const owner = await someone();
  const other = await someone({ colleagueOf: owner });
  const mine = await make(owner, "minha");
  const readable = await make(owner, "visível", { visao: true });
  const forAll = await make(owner, "geral", { geral: true });
  expect(await codes(owner)).toEqual(["geral", "minha", "visível"]);
  expect(await codes(other)).toEqual(["geral", "visível"]);
  await expect(other.call(quickMessages.show, { params: { id: mine.id } })).rejects.toMatchObject(noneFound);
  await expect(change(other, mine.id, {})).rejects.toMatchObject(noneFound);
  const refused = { status: 403, code: "ERR_NO_PERMISSION" };
  await expect(change(other, readable.id, {})).rejects.toMatchObject(refused);
  await expect(other.call(quickMessages.remove, { params: { id: readable.id } })).rejects.toMatchObject(refused);
  await expect(other.call(quickMessages.upload, { params: { id: readable.id }, body: {}, files: [file()] })).rejects
    .toMatchObject(refused);
  expect(await change(other, forAll.id, { geral: false, message: "Novo" })).toMatchObject({
    geral: true,
    message: "Novo",
    userId: owner.userId,
  });
  await expect(other.call(quickMessages.all, { query: { userId: owner.userId } })).rejects.toMatchObject(refused);
});

test("the search reads code and text without case and accents, and leaves out messages that are switched off", async () => {
  const user = await someone();
  await make(user, "Preço", { message: "Custa pouco" });
  await make(user, "fim", { message: "Até amanhã", status: false });
  expect(await codes(user, "preco")).toEqual(["Preço"]);
  expect(await codes(user, "AMANHA")).toEqual(["fim"]);
  expect((await user.call(quickMessages.all)).map(({ shortcode }) => shortcode)).toEqual(["Preço"]);
  for (let n = 0; n < 20; n++) await make(user, `x${n}`);
  expect(await user.call(quickMessages.list, { query: { pageNumber: 2 } })).toMatchObject({
    hasMore: false,
    count: 22,
    records: [{}, {}],
  });
});

test("a quick message takes a file, replaces it, and is deleted with it", async () => {
  const user = await someone();
  const { id } = await make(user, "tabela");
  const call = { params: { id }, body: { typeArch: "quickMessage" }, files: [file()] };
  const first = await user.call(quickMessages.upload, call);
  expect(first).toMatchObject({ isMedia: true, mediaName: "tabela.png" });
  expect((await user.fetch(first.mediaPath!)).status).toBe(200);
  const second = await user.call(quickMessages.upload, call);
  expect((await user.fetch(first.mediaPath!)).status).toBe(404);
  expect(await user.call(quickMessages.removeFile, { params: { id } })).toMatchObject({
    isMedia: false,
    mediaPath: null,
    mediaName: "",
  });
  expect((await user.fetch(second.mediaPath!)).status).toBe(404);
  const third = await user.call(quickMessages.upload, call);
  await user.call(quickMessages.remove, { params: { id } });
  expect((await user.fetch(third.mediaPath!)).status).toBe(404);
});

test("a change is announced to people who may use the message, a delete to those who no longer may; a shared one outlives its owner", async () => {
  const owner = await someone();
  const { id } = await make(owner, "aviso");
  await change(owner, id, { visao: true });
  await change(owner, id, { visao: false });
  const name = `company-${owner.companyId}-quickemessage`;
  const mine = [`user:${owner.userId}`];
  const told = await withTenant(
    { companyId: owner.companyId },
    (tx) => tx`select name, audience, payload from app.events order by position`,
  );
  expect(told).toMatchObject([
    { name, audience: mine, payload: { action: "create", record: { id } } },
    { name, audience: ["company"], payload: { action: "update" } },
    { name, audience: mine, payload: { action: "update" } },
    { name, audience: ["company"], payload: { action: "delete", id } },
  ]);
  const leaver = await someone({ colleagueOf: owner });
  const kept = await make(leaver, "de todos", { visao: true });
  await withTenant({ companyId: owner.companyId }, (tx) => tx`delete from app.users where id = ${leaver.userId}`);
  expect(await change(owner, kept.id, { message: "Agora nossa" })).toMatchObject({ userId: null });
});
