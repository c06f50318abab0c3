// In a database of its own: what is announced is announced to everybody, other tests' people too.
import { beforeAll, expect, test } from "vitest";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { ApiError } from "../../contract/client.ts";
import { work as tellCompanies } from "../../core/live/broadcast.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { claims } from "../../core/testing/pictures.ts";
import { session } from "../session/contract.ts";
import { settings } from "../settings/contract.ts";
import { announcements as calls } from "./contract.ts";

let operator: Person;
beforeAll(async () => {
  await ownDatabase();
  operator = await someone({ super: true });
});

const announce = (body: object = {}) =>
  operator.call(calls.create, {
    body: { title: "Manutenção às 22h", text: "O sistema para por 10 minutos.", ...body },
  });
const clear = async () => {
  await asPlatform(async (tx) => {
    await tx`delete from app.announcements`;
    await tx`delete from app.broadcasts`;
    await tx`delete from app.events where name = 'company-announcement'`;
  });
};
const unseen = async (person: Person) => (await person.call(session.me)).announcements;
const picture = (size: number, name = "aviso é.png") => new File([claims(size, size).png], name, { type: "image/png" });
const opens = async (path: string) => {
  const { api } = await testApp();
  return (await api.http.fetch(new Request(`http://localhost${path}`))).status;
};
const code = (promise: Promise<unknown>) =>
  promise.then(() => "ok", (error) => error instanceof ApiError ? error.code : String(error));

test("people of every company see what is announced, red first, until they have seen it", async () => {
  await clear();
  const [ana, bia] = [await someone({ profile: "user" }), await someone({ profile: "user" })];
  const low = await announce({ title: "Novidade 🎉" });
  const red = await announce({ priority: 1 });
  expect(low).toMatchObject({ priority: 3, status: true, mediaPath: null, mediaName: "" });
  const { records, count } = await ana.call(calls.list);
  expect([records.map(({ id }) => id), count]).toEqual([[red.id, low.id], 2]);
  expect(await unseen(ana)).toEqual([red.id, low.id]);
  await ana.call(calls.seen, { body: { ids: [red.id, red.id, 999_999] } });
  await ana.call(calls.seen, { body: { ids: [red.id] } });
  expect([await unseen(ana), await unseen(bia)]).toEqual([[low.id], [red.id, low.id]]);
});

test("what is switched off exists for operators only, and is new to everybody when it is switched on again", async () => {
  await clear();
  const ana = await someone();
  const { id } = await announce();
  await ana.call(calls.seen, { body: { ids: [id] } });
  expect(await operator.call(calls.update, { params: { id }, body: { status: "inactive" } }))
    .toMatchObject({ status: false, title: "Manutenção às 22h", priority: 3 });
  expect(await unseen(ana)).toEqual([]);
  expect((await ana.call(calls.list, { query: { status: "inactive" } })).records).toEqual([]);
  expect((await ana.call(calls.list)).records).toEqual([]);
  await expect(ana.call(calls.show, { params: { id } })).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
  expect((await operator.call(calls.list)).records).toMatchObject([{ id, status: false }]);
  await operator.call(calls.update, { params: { id }, body: { status: true } });
  expect(await unseen(ana)).toEqual([id]);
  await ana.call(calls.seen, { body: { ids: [id] } });
  await operator.call(calls.update, { params: { id }, body: { text: "Só 5 minutos." } });
  expect(await unseen(ana)).toEqual([]);
});

test("every company is told what is shown, and nothing of what is switched off", async () => {
  await clear();
  await someone();
  const { id } = await announce({ status: false, title: "Rascunho" });
  await operator.call(calls.update, { params: { id }, body: { title: "Ainda rascunho" } });
  await operator.call(calls.update, { params: { id }, body: { status: true } });
  await operator.call(calls.update, { params: { id }, body: { priority: 2 } });
  await operator.call(calls.update, { params: { id }, body: { status: false } });
  await operator.call(calls.remove, { params: { id } });
  await tellCompanies();
  const told = await platform()<{ actions: string; companies: number }[]>`
    select actions, count(*)::int as companies from (
      select string_agg(payload ->> 'action', ' ' order by position) as actions from app.events
      where name = 'company-announcement' group by company_id) each_company group by 1`;
  const [all] = await platform()<{ n: number }[]>`select count(*)::int as n from app.companies`;
  expect(told).toEqual([{ actions: "create update delete", companies: all!.n }]);
});

test("a picture can be opened from every company, and goes when nothing shows it", async () => {
  await clear();
  const params = { id: (await announce()).id };
  const other = { id: (await announce()).id };
  const first = await operator.call(calls.upload, { params, body: { typeArch: "announcements" }, files: [picture(4)] });
  expect(first.mediaName).toBe("aviso é.png");
  expect(first.mediaPath).toMatch(/^\/brand\/[0-9a-f]{32}\.png$/);
  await operator.call(calls.upload, { params: other, body: {}, files: [picture(4)] });
  const second = await operator.call(calls.upload, { params, body: {}, files: [picture(5)] });
  expect([await opens(first.mediaPath!), await opens(second.mediaPath!)]).toEqual([200, 200]);
  expect(await operator.call(calls.removeFile, { params: other })).toMatchObject({ mediaPath: null, mediaName: "" });
  await operator.call(calls.remove, { params });
  expect([await opens(first.mediaPath!), await opens(second.mediaPath!)]).toEqual([404, 404]);
});

test("a picture that is the platform's logo too stays when its announcement goes", async () => {
  await clear();
  const logo = await operator.call(settings.uploadBrand, { body: { typeArch: "logo" }, files: [picture(6)] });
  const params = { id: (await announce()).id };
  expect(await operator.call(calls.upload, { params, body: {}, files: [picture(6)] })).toMatchObject({
    mediaPath: logo,
  });
  await operator.call(calls.remove, { params });
  expect(await opens(logo)).toBe(200);
});

test("what is no PNG or JPEG is refused, and so are an empty text, one too long and a fourth priority", async () => {
  await clear();
  const params = { id: (await announce()).id };
  const script = new File(["<svg onload=alert(1)>"], "a.png", { type: "image/png" });
  expect(await code(operator.call(calls.upload, { params, body: {}, files: [script] }))).toBe("ERR_UNSUPPORTED_MEDIA");
  expect(await code(operator.call(calls.upload, { params, body: {}, files: [] }))).toBe("ERR_VALIDATION");
  for (const bad of [{ text: " \n " }, { title: "" }, { text: "x".repeat(4001) }, { priority: 4 }, { priority: 0 }]) {
    expect(await code(announce(bad))).toBe("ERR_VALIDATION");
  }
  expect(await code(operator.call(calls.upload, { params: { id: 999_999 }, body: {}, files: [picture(4)] })))
    .toBe("ERR_NO_RECORD_FOUND");
});

test("a person of a company that is not the operator's changes nothing", async () => {
  await clear();
  const admin = await someone();
  const { id } = await announce();
  for (
    const attempt of [
      admin.call(calls.create, { body: { title: "Oi", text: "Oi" } }),
      admin.call(calls.update, { params: { id }, body: { text: "Oi" } }),
      admin.call(calls.remove, { params: { id } }),
      admin.call(calls.upload, { params: { id }, body: {}, files: [picture(4)] }),
      admin.call(calls.removeFile, { params: { id } }),
    ]
  ) expect(await code(attempt)).toBe("ERR_NO_PERMISSION");
});

test("announcements are found by title and text, whatever case and accents", async () => {
  await clear();
  await announce({ title: "Ação de Natal" });
  await announce({ title: "Outro", text: "Nova integração" });
  const found = async (searchParam: string) =>
    (await operator.call(calls.list, { query: { searchParam } })).records.map(({ title }) => title);
  expect([await found("acao de"), await found("INTEGRACAO"), await found("%")]).toEqual([
    ["Ação de Natal"],
    ["Outro"],
    [],
  ]);
});
