// A saved form and the connection's open line: only a change of the line's own settings opens it anew.
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inside, linkedPlugin } from "../../channels/testing/past.ts";
import { ChannelHost } from "../../channels/host.ts";
import { makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { connections } from "./contract.ts";

const reopened = vi.spyOn(ChannelHost.prototype, "reopen");
let person: Person;
let id: number;
beforeAll(() => testApp(new Map([["linked", linkedPlugin().plugin]])));
beforeEach(async () => {
  person = await someone();
  ({ id } = await person.call(connections.create, { body: { name: "Loja", channel: "linked" } }));
  await inside(person, (tx) => tx`update app.connections set status = 'CONNECTED' where id = ${id}`);
  reopened.mockClear();
});
const save = (body: Record<string, unknown>) => person.call(connections.update, { params: { id }, body });

test("a change of name, texts or queues leaves the line alone, also while a code is shown", async () => {
  const queueId = await makeQueue(person);
  const whole = {
    name: "Loja 2",
    queueIds: [queueId],
    greetingMessage: "Oi",
    groupAsTicket: "enabled",
    allowGroup: false,
  };
  await save(whole);
  await inside(person, (tx) => tx`update app.connections set status = 'qrcode' where id = ${id}`);
  await save({ ...whole, name: "Loja 3" });
  expect(reopened).not.toHaveBeenCalled();
});

test("a change of the groups' switch or of the import opens the line anew", async () => {
  await save({ allowGroup: true });
  expect(reopened).toHaveBeenCalledTimes(1);
  await save({ allowGroup: true });
  expect(reopened).toHaveBeenCalledTimes(1);
  await save({
    importOldMessages: new Date(Date.now() - 86_400_000).toISOString(),
    queueIdImportMessages: await makeQueue(person),
  });
  expect(reopened).toHaveBeenCalledTimes(2);
});

test("a disconnect by hand is announced to people who watch the session", async () => {
  await person.call(connections.disconnect, { params: { id } });
  const told = await inside(
    person,
    (tx) => tx<{ name: string; payload: unknown }[]>`select name, payload from app.events order by position`,
  );
  const session = expect.objectContaining({ id, status: "DISCONNECTED" });
  expect(told.map(({ payload }) => payload)).toContainEqual({ action: "update", session });
});
