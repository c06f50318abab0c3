import { whoIs } from "../../core/access/auth.ts";
import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { contacts } from "../contacts/contract.ts";
import { settings } from "./contract.ts";

const set = (person: Person, column: string, data: string) =>
  person.call(settings.updateCompany, { body: { column, data } });
const required = {
  status: 400,
  code: "ERR_VALIDATION",
  body: { details: [{ path: "body.data", message: "required" }] },
};

test("a setting nobody has touched has its default", async () => {
  const person = await someone({ profile: "user" });
  const all = await person.call(settings.company, { params: { companyId: person.companyId } });
  expect(all).toMatchObject({
    sendSignMessage: "enabled",
    userRating: "disabled",
    scheduleType: "disabled",
    transferMessage: "",
  });
  expect(await person.call(settings.companyOne, { query: { column: "sendSignMessage" } })).toEqual({
    sendSignMessage: "enabled",
  });
  await expect(person.call(settings.companyOne, { query: { column: "toString" } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_SETTING_FOUND",
  });
});

test("a changed setting is announced to everybody in the company", async () => {
  const admin = await someone();
  expect(await set(admin, "scheduleType", "queue")).toEqual({ scheduleType: "queue" });
  const [event] = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`select name, audience, payload from app.events`,
  );
  expect(event).toMatchObject({
    name: `company-${admin.companyId}-settings`,
    audience: ["company"],
    payload: { settings: { scheduleType: "queue", userRating: "disabled" } },
  });
});

test("a value is refused when the setting cannot have it", async () => {
  const admin = await someone();
  for (const [column, data] of [["userRating", "yes"], ["scheduleType", "enabled"], ["chatBotType", "button"]]) {
    await expect(set(admin, column!, data!)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  }
  for (const data of ["meet.jit.si", "http://meet.jit.si", "javascript:alert(1)", "https://", "https://a b"]) {
    await expect(set(admin, "meetingUrl", data)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  }
  for (const data of ["", "https://video.aurora.local/salas"]) await set(admin, "meetingUrl", data);
  await expect(set(admin, "unknown", "enabled")).rejects.toMatchObject({ status: 400 });
});

test.each([
  ["sendMsgTransfTicket", "enabled", "transferMessage"],
  ["sendGreetingAccepted", "enabled", "greetingAcceptedMessage"],
  ["sendQueuePosition", "enabled", "sendQueuePositionMessage"],
  ["acceptCallWhatsapp", "disabled", "AcceptCallWhatsappMessage"],
])("%s cannot be %s while %s is empty, nor that be emptied while it is", async (toggle, position, words) => {
  const admin = await someone();
  await expect(set(admin, toggle, position)).rejects.toMatchObject(required);
  await set(admin, words, "Um momento");
  await set(admin, toggle, position);
  await expect(set(admin, words, "  ")).rejects.toMatchObject(required);
});

test("hiding numbers takes effect at once, also on open streams", async () => {
  const admin = await someone();
  const user = await someone({ colleagueOf: admin });
  await admin.call(contacts.create, { body: { name: "Ana", number: "5511955550101" } });
  const shown = async () => (await user.call(contacts.list)).contacts[0]!.number;
  expect(await shown()).toBe("5511955550101");
  await set(admin, "enableLGPD", "enabled");
  await set(admin, "lgpdHideNumber", "enabled");
  expect(await shown()).toBe("5511*******01");
  const resets = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`select audience from app.events where name = 'recado-rights'`,
  );
  expect(resets).toEqual([{ audience: ["company"] }, { audience: ["company"] }]);
});

test.each(["deviceStorage", "pushText"])(
  "%s is on until an admin switches it, and open clients are told",
  async (key) => {
    const admin = await someone();
    const user = await someone({ colleagueOf: admin });
    const ofMe = async () =>
      (await user.call(session.me)).company.companieSettings.find((setting) => setting.key === key)?.value;
    const ofCompany = async () => (await user.call(settings.company, { params: { companyId: user.companyId } }))[key];
    expect([await ofMe(), await ofCompany()]).toEqual(["enabled", "enabled"]);
    const stop = new AbortController();
    const stream = (await user.fetch("/api/events", { signal: stop.signal })).body!;
    await expect(set(admin, key, "off")).rejects.toMatchObject({ status: 400 });
    await expect(set(user, key, "disabled")).rejects.toMatchObject({ status: 403 });
    await set(admin, key, "disabled");
    let told = "";
    for await (const bytes of stream) {
      if ((told += new TextDecoder().decode(bytes)).includes(`"${key}":"disabled"`)) {
        break;
      }
    }
    stop.abort();
    expect(told).toContain(`event: company-${admin.companyId}-settings`);
    expect([await ofMe(), await ofCompany()]).toEqual(["disabled", "disabled"]);
  },
);

test("another company's settings cannot be read or changed", async () => {
  const [admin, other] = [await someone(), await someone()];
  await expect(admin.call(settings.company, { params: { companyId: other.companyId } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_COMPANY_FOUND",
  });
  await expect(
    admin.call(settings.updateCompany, { body: { column: "userRating", data: "enabled", companyId: other.companyId } }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(set(await someone({ profile: "user" }), "userRating", "enabled")).rejects.toMatchObject({ status: 403 });
});

test("the operator changes platform settings, and everybody reads the public ones", async () => {
  const [boss, admin] = [await someone({ super: true }), await someone()];
  const put = (person: Person, key: string, value: string) =>
    person.call(settings.updatePlatform, { params: { key }, body: { value } });
  await put(boss, "primaryColorLight", "#12ab34");
  await put(boss, "companyDiskGb", "48");
  const one = (person: Person) => person.call(settings.platformOne, { params: { key: "companyDiskGb" } });
  expect(await one(boss)).toEqual({ key: "companyDiskGb", value: "48" });
  await expect(one(admin)).rejects.toMatchObject({ status: 404, code: "ERR_NO_SETTING_FOUND" });
  const keys = async (person: Person) => (await person.call(settings.platform)).map(({ key }) => key);
  expect(await keys(boss)).toEqual(expect.arrayContaining(["appName", "userCreation", "companyDiskGb"]));
  expect((await keys(admin)).filter((key) => ["userCreation", "companyDiskGb"].includes(key))).toEqual([]);
  expect(await admin.call(settings.platform)).toContainEqual({ key: "primaryColorLight", value: "#12ab34" });
  expect(await admin.call(settings.publicOne, { params: { key: "primaryColorLight" } })).toBe("#12ab34");
  for (const key of ["companyDiskGb", "version", "toString"]) {
    await expect(admin.call(settings.publicOne, { params: { key } })).rejects.toMatchObject({
      status: 404,
      code: "ERR_NO_SETTING_FOUND",
    });
  }
  await expect(put(boss, "primaryColorLight", "red")).rejects.toMatchObject({ status: 400 });
  await expect(put(boss, "minPasswordLength", "4")).rejects.toMatchObject({ status: 400 });
  await expect(put(admin, "primaryColorLight", "#000000")).rejects.toMatchObject({ status: 403 });
});

test("a caller's settings hold the default of each setting that the company never stored", async () => {
  const person = await someone({ settings: { requiredTag: "enabled" } });
  const token = {
    sub: String(person.userId),
    cid: person.companyId,
    sid: person.sessionId,
    exp: Date.now() / 1000 + 60,
  };
  expect((await whoIs(token)).settings).toMatchObject({
    requiredTag: "enabled",
    sendSignMessage: "enabled",
    lgpdLink: "",
  });
});
