// Old messages on the screens' side (docs/product/connections.md#old-messages): the wishes the API accepts, and their effect on a
// linked device.
import { beforeAll, describe, expect, test } from "vitest";
import { DAY, inside, linkedPlugin, old, wishingLine } from "../../channels/testing/past.ts";
import { collectPast } from "../../channels/past/past.ts";
import { ApiError } from "../../contract/client.ts";
import { makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { connections } from "./contract.ts";

beforeAll(async () => {
  await testApp(new Map([["linked", linkedPlugin().plugin], ["plain", plain()]]));
});
function plain() {
  const { plugin } = linkedPlugin();
  const { manifest } = plugin;
  return { ...plugin, manifest: { ...manifest, id: "plain", abilities: { ...manifest.abilities, history: false } } };
}
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
async function made(person: Person, channel = "linked"): Promise<number> {
  const { id } = await person.call(connections.create, { body: { name: crypto.randomUUID(), channel } });
  await inside(person, (tx) => tx`update app.connections set status = 'CONNECTED' where id = ${id}`);
  return id;
}
const save = (person: Person, id: number, body: Record<string, unknown>) =>
  person.call(connections.update, { params: { id }, body });
async function refused(call: Promise<unknown>): Promise<[string, string | undefined]> {
  const error = await call.then(() => null, (thrown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("was not refused");
  return [error.code, error.body.details?.[0]?.path];
}
const links = (person: Person) => inside(person, (tx) => tx`select 1 from app.channel_requests where kind = 'link'`);

describe("the wishes that are accepted", () => {
  test("from at most two years ago, until between then and now, with a queue, where the channel has a past", async () => {
    const person = await someone();
    const id = await made(person);
    const queueIdImportMessages = await makeQueue(person);
    const other = await makeQueue(await someone());
    const tries: [Record<string, unknown>, string | undefined][] = [
      [{ importOldMessages: ago(740), queueIdImportMessages }, "body.importOldMessages"],
      [{ importOldMessages: ago(-1), queueIdImportMessages }, "body.importOldMessages"],
      [{ importOldMessages: ago(5), importRecentMessages: ago(6), queueIdImportMessages }, "body.importRecentMessages"],
      [
        { importOldMessages: ago(5), importRecentMessages: ago(-1), queueIdImportMessages },
        "body.importRecentMessages",
      ],
      [{ importOldMessages: ago(5) }, "body.queueIdImportMessages"],
    ];
    for (const [body, path] of tries) expect(await refused(save(person, id, body))).toEqual(["ERR_VALIDATION", path]);
    expect(await refused(save(person, id, { importOldMessages: ago(5), queueIdImportMessages: other })))
      .toEqual(["ERR_NO_QUEUE_FOUND", undefined]);
    const without = await made(person, "plain");
    expect(await refused(save(person, without, { importOldMessages: ago(5), queueIdImportMessages })))
      .toEqual(["ERR_NOT_SUPPORTED_BY_CHANNEL", undefined]);
    expect(await links(person)).toHaveLength(0);
  });

  test("a new connection may wish before it is linked", async () => {
    const person = await someone();
    const queueIdImportMessages = await makeQueue(person);
    const importOldMessages = ago(700);
    const body = {
      name: "Nova",
      channel: "linked",
      importOldMessages,
      queueIdImportMessages,
      importOldMessagesGroups: true,
    };
    const saved = await person.call(connections.create, { body });
    expect(saved).toMatchObject({
      importOldMessages,
      queueIdImportMessages,
      importOldMessagesGroups: true,
      statusImportMessages: "",
      importProgress: null,
    });
  });
});

describe("the effects of a wish", () => {
  test("it ends the link of a connected device and asks for a new one, but not when the saved wish is the same", async () => {
    const person = await someone();
    const id = await made(person);
    const wish = {
      importOldMessages: ago(30),
      importRecentMessages: ago(1),
      queueIdImportMessages: await makeQueue(person),
    };
    expect(await save(person, id, wish)).toMatchObject({ ...wish, status: "qrcode", qrcode: "" });
    expect(await links(person)).toHaveLength(1);
    await inside(person, (tx) => tx`update app.connections set status = 'CONNECTED' where id = ${id}`);
    const again = await save(person, id, { ...wish, name: "Outro nome", closedTicketsPostImported: true });
    expect(again).toMatchObject({ status: "CONNECTED", closedTicketsPostImported: true });
    expect(await links(person)).toHaveLength(1);
    await save(person, id, { importOldMessages: ago(40) });
    expect(await links(person)).toHaveLength(2);
  });

  test("withdrawing the wish drops collected messages and unlinks nothing", async () => {
    const person = await someone();
    const line = await wishingLine(person, { queueId: await makeQueue(person) });
    await collectPast(person.companyId, line, { messages: [old()] });
    expect(await save(person, line, { importOldMessages: null })).toMatchObject({
      status: "CONNECTED",
      importOldMessages: null,
      importProgress: null,
    });
    expect(await links(person)).toHaveLength(0);
  });

  test("it lives on when its queue is deleted meanwhile", async () => {
    const person = await someone();
    const queueId = await makeQueue(person);
    const line = await wishingLine(person, { queueId });
    await person.fetch(`/api/queue/${queueId}`, { method: "DELETE" });
    const [row] = await inside(
      person,
      (tx) => tx`select past_queue_id, company_id from app.connections where id = ${line}`,
    );
    expect(row).toEqual({ past_queue_id: null, company_id: person.companyId });
  });

  test("only people who may change connections close imported tickets or stop an import, and never another company's", async () => {
    const admin = await someone();
    const line = await wishingLine(admin);
    const attendant = await someone({ colleagueOf: admin });
    const stranger = await someone();
    for (const call of [connections.closeImported, connections.stopImport]) {
      expect((await refused(attendant.call(call, { params: { id: line } })))[0]).toBe("ERR_NO_PERMISSION");
      expect((await refused(stranger.call(call, { params: { id: line } })))[0]).toBe("ERR_NO_WAPP_FOUND");
      expect(await admin.call(call, { params: { id: line } })).toEqual({ ok: true });
    }
    const audited = await inside(admin, (tx) => tx`select action from app.audit order by id`);
    expect(audited.map(({ action }) => action)).toEqual(["POST /closedimported/{id}", "DELETE /importedmessages/{id}"]);
  });
});
