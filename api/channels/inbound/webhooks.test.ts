// Which secrets a called channel is given: those that its manifest names, and no others.
import { expect, test, vi } from "vitest";
import type { ChannelPlugin, Manifest, Webhook, WebhookSecrets } from "../../../channels/sdk/mod.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { fakeChannel } from "../../core/testing/session.ts";

const given: [string, WebhookSecrets][] = [];
/** A channel that is called, and notes what it is given. */
function called(id: string, env: Manifest["env"], secrets: Webhook["secrets"]): [string, ChannelPlugin] {
  const webhook: Webhook = {
    secrets,
    challenge: (_, found) => (given.push([id, found]), null),
    verify: (_headers, _body, found) => (given.push([id, found]), Promise.resolve(false)),
    parse: () => ({ events: [], unparsed: [] }),
  };
  return [id, { ...fakeChannel(id, { env }), webhook }];
}
/** What it tells is of an account that several connections name in their settings. */
const shared: ChannelPlugin = {
  ...fakeChannel("shared", { above: "wabaId" }),
  webhook: {
    challenge: () => null,
    verify: () => Promise.resolve(true),
    parse: () => ({
      events: [{
        channel: "shared",
        account: "701",
        event: { kind: "notice", at: Date.now(), what: "message_template_status_update" },
      }],
      unparsed: [],
    }),
  },
};
const all = { appSecrets: ["META_APP_SECRET"], verifyTokens: ["META_VERIFY_TOKEN"] };
const { api } = await testApp(
  new Map([
    called("nothing", [], undefined),
    called("asks", [], all),
    called("half", ["META_VERIFY_TOKEN"], all),
    called("whole", ["META_APP_SECRET", "META_VERIFY_TOKEN"], all),
    ["shared", shared],
  ]),
);

test.each([
  ["names nothing", "nothing", [], []],
  ["asks for what its manifest does not name", "asks", [], []],
  ["names one of two", "half", [], ["verify"]],
  ["names both", "whole", ["fixture-app-secret"], ["verify"]],
])("a channel that %s gets what it named", async (_, id, appSecrets, verifyTokens) => {
  given.length = 0;
  const url = `http://localhost/webhooks/${id}`;
  expect((await api.http.fetch(new Request(url))).status).toBe(403);
  expect((await api.http.fetch(new Request(url, { method: "POST", body: "{}" }))).status).toBe(401);
  expect(given).toEqual([[id, { appSecrets, verifyTokens }], [id, { appSecrets, verifyTokens }]]);
});

test("a notice of an account above connections is heard by those that hold an account with the provider, and by no other", async () => {
  const person = await someone();
  const line = async (wabaId: string, account: string | null) => {
    const id = await makeConnection(person, "shared");
    await asPlatform(async (tx) => {
      await tx`update app.connections set settings = jsonb_build_object('wabaId', ${wabaId}::text) where company_id = ${person.companyId} and id = ${id}`;
      if (account) {
        await tx`insert into app.channel_accounts (channel, account, company_id, connection_id) values ('shared', ${account}, ${person.companyId}, ${id})`;
      }
    });
    return id;
  };
  const mine = [await line("701", "801"), await line("701", "802")];
  await line("702", "803");
  await line("701", null);
  await api.http.fetch(new Request("http://localhost/webhooks/shared", { method: "POST", body: "{}" }));
  const heard = () =>
    asPlatform(async (tx) =>
      (await tx<{ id: number }[]>`
        select (j.payload -> 'data' ->> 'connectionId')::int as id from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where (j.payload ->> 'companyId')::bigint = ${person.companyId} and t.identifier = 'templates.read' order by 1`)
        .map((
          { id },
        ) => id)
    );
  await vi.waitFor(async () => expect(await heard()).toEqual(mine), { timeout: 10_000 });
});
