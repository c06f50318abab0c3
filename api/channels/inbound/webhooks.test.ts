// Which secrets a called channel is given: those that its manifest names, and no others.
import { expect, test } from "vitest";
import type { ChannelPlugin, Manifest, Webhook, WebhookSecrets } from "../../../channels/sdk/mod.ts";
import { testApp } from "../../core/testing/api.ts";
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
const all = { appSecrets: ["META_APP_SECRET"], verifyTokens: ["META_VERIFY_TOKEN"] };
const { api } = await testApp(
  new Map([
    called("nothing", [], undefined),
    called("asks", [], all),
    called("half", ["META_VERIFY_TOKEN"], all),
    called("whole", ["META_APP_SECRET", "META_VERIFY_TOKEN"], all),
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
