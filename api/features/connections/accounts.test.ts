// The owner of a provider's account: an account named in a form belongs to nobody until the provider has confirmed it.
import { expect, test } from "vitest";
import { z } from "zod";
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { fakeChannel, openSession } from "../../core/testing/session.ts";
import { forgetOwners, ownerOf } from "./accounts.ts";
import { connections } from "./contract.ts";

const club: ChannelPlugin = {
  ...fakeChannel("club"),
  config: z.object({ room: z.string(), token: z.string().meta({ secret: true }) }),
  accounts: ({ room }) => [String(room)],
};
await testApp(new Map([["club", club]]));

const named = async (person: Person, room: string) =>
  (await person.call(connections.create, {
    body: { name: crypto.randomUUID(), channel: "club", settings: { room, token: "t" } },
  })).id;
async function owner(room: string): Promise<number | null> {
  forgetOwners();
  return (await ownerOf("club", room))?.connectionId ?? null;
}

test("an account that a form names is claimed by its session, not by the form", async () => {
  const [stranger, person] = [await someone(), await someone()];
  const room = crypto.randomUUID();
  await named(stranger, room);
  expect(await owner(room)).toBeNull();
  const id = await named(person, room);
  const line = await openSession(person, id, club);
  expect(await line.host.account(room)).toBe(true);
  expect(await owner(room)).toBe(id);
  await line.close();
});

test("an account that another connection has is neither named by a form nor claimed by a session", async () => {
  const [person, stranger] = [await someone(), await someone()];
  const room = crypto.randomUUID();
  const [id, early] = [await named(person, room), await named(stranger, room)];
  const line = await openSession(person, id, club);
  await line.host.account(room);
  await line.close();
  await expect(named(stranger, room)).rejects.toMatchObject({ code: "ERR_CHANNEL_ALREADY_CONNECTED" });
  const theirs = await openSession(stranger, early, club);
  expect(await theirs.host.account(room)).toBe(false);
  expect(await owner(room)).toBe(id);
  await theirs.close();
});

test("the connection gives an account back when its form names it no more, and keeps one that it still names", async () => {
  const person = await someone();
  const room = crypto.randomUUID();
  const id = await named(person, room);
  const line = await openSession(person, id, club);
  await line.host.account(room);
  await line.close();
  const save = (settings: Record<string, unknown>) =>
    person.call(connections.update, { params: { id }, body: { settings } });
  await save({ token: "renewed" });
  expect(await owner(room)).toBe(id);
  const other = crypto.randomUUID();
  await save({ room: other });
  expect([await owner(room), await owner(other)]).toEqual([null, null]);
});
