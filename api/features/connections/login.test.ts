// A plugin's login: the host knows neither the provider nor the fields it asks for.
import { expect, test } from "vitest";
import { z } from "zod";
import { ChannelError, type ChannelPlugin, type Surroundings } from "../../../channels/sdk/mod.ts";
import { someone, testApp } from "../../core/testing/api.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { channelLogin, connections } from "./contract.ts";

const given: unknown[] = [];
const club: ChannelPlugin = {
  ...fakeChannel("club", { connect: "oauth", plan: "useFacebook", login: { path: "/club", include: {}, answer: {} } }),
  config: z.object({ room: z.string(), token: z.string().meta({ secret: true }) }),
  accounts: ({ room }) => [String(room)],
  login: {
    query: z.object({ rooms: z.enum(["true"]).optional() }),
    body: z.object({ ticket: z.string().max(10) }),
    address: ({ rooms }, _around: Surroundings, back) => `https://club.test/in?rooms=${rooms ?? ""}&back=${back}`,
    accounts: (body) => {
      given.push(body);
      if (body.ticket === "stale") throw new ChannelError("rejected", { reason: "ERR_PROVIDER_AUTH" });
      return Promise.resolve(["Sala Ação", "Sala İzmir"].map((name, n) => ({
        channel: "club",
        name,
        config: { room: `${body.ticket}-${n}`, token: "secret" },
      })));
    },
  },
};
await testApp(new Map([["club", club]]));
const { address, connect } = channelLogin("/club");
const admin = () => someone({ plan: { flags: { useFacebook: true } } });

test("the popup goes to the plugin's address and comes back to the app below the plugin's path", async () => {
  const person = await admin();
  const state = crypto.randomUUID();
  const { url } = await person.call(address, { query: { rooms: "true", state } });
  expect(url.startsWith("https://club.test/in?")).toBe(true);
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    rooms: "true",
    back: "http://localhost:8080/club/callback",
    state,
  });
  for (const query of [{ rooms: "no", state }, { state: "short" }, {}]) {
    await expect(person.call(address, { query: query as { state: string } })).rejects.toMatchObject({
      code: "ERR_VALIDATION",
    });
  }
});

test("every account that the login found becomes a connection, and a second login finds the same connections", async () => {
  const person = await admin();
  const body = { ticket: `t${person.companyId}`, more: "ignored" };
  const made = await person.call(connect, { body });
  expect(made.map(({ name, channel, settings }) => [name, channel, settings])).toEqual([
    ["Sala Ação", "club", { room: `${body.ticket}-0` }],
    ["Sala İzmir", "club", { room: `${body.ticket}-1` }],
  ]);
  expect(given.at(-1)).toEqual({ ticket: body.ticket });
  const again = await person.call(connect, { body });
  expect(again.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test("a login is refused where the plugin refuses it, its body does not fit, or the plan lacks the channel", async () => {
  const person = await admin();
  await expect(person.call(connect, { body: { ticket: "stale" } })).rejects.toMatchObject({
    code: "ERR_PROVIDER_AUTH",
  });
  await expect(person.call(connect, { body: { ticket: 7 } })).rejects.toMatchObject({ code: "ERR_VALIDATION" });
  const without = await someone({ plan: { flags: { useFacebook: false } } });
  await expect(without.call(connect, { body: { ticket: "t" } })).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
});

test("the list of channels tells the app of the login", async () => {
  const [channel] = await (await admin()).call(connections.channels);
  expect(channel).toMatchObject({ id: "club", builtIn: false, login: { path: "/club", include: {}, answer: {} } });
});
