// Proof S17: the webhook takes only bytes signed with our app's secret, and refuses them after any change.
import { expect, test } from "vitest";
import { makeConnection, type Person, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { connections } from "../../features/connections/contract.ts";
import { sweepRaw } from "../../channels/inbound/webhooks.ts";
import { discover } from "../../channels/lines/discover.ts";
import { signatureOf } from "../../../channels/meta/signature.ts";
import { seeded } from "./values.ts";

const { api } = await testApp();
const HEADER = "x-hub-signature-256";
const SECRET = "fixture-app-secret";
const body = new TextEncoder().encode(
  JSON.stringify({
    object: "page",
    entry: [{
      id: "1",
      time: 1,
      messaging: [{
        sender: { id: "2" },
        recipient: { id: "1" },
        timestamp: 1,
        message: { mid: "m", text: "Olá é \u00e7" },
      }],
    }],
  }),
);

async function post(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  channel = "facebook",
): Promise<number> {
  return (await api.http.fetch(
    new Request(`http://localhost/webhooks/${channel}`, { method: "POST", body: bytes, headers }),
  )).status;
}
const kept = async () =>
  (await asPlatform((tx) => tx<{ n: number }[]>`select count(*)::int as n from app.inbound_raw`))[0]!.n;

test("a call with one of 1,000 flipped bits, or another forgery, is neither taken nor stored", async () => {
  const signature = await signatureOf(body, SECRET);
  expect(await post(body, { [HEADER]: signature })).toBe(200);
  const before = await kept();
  const pick = seeded(17);
  let accepted = 0;
  for (let i = 0; i < 1_000; i++) {
    const bytes = new Uint8Array(body);
    let header = signature;
    if (i % 2) bytes[pick(bytes.length)]! ^= 1 << pick(8);
    else {
      const at = "sha256=".length + pick(64);
      const flipped = String.fromCharCode(header.charCodeAt(at) ^ (1 << pick(7)));
      header = header.slice(0, at) + flipped + header.slice(at + 1);
    }
    // No client can send such a header, so it is no forgery.
    const sendable = /^[\t\x20-\x7e]*$/.test(header) && header.trim() === header;
    if (sendable && await post(bytes, { [HEADER]: header }) === 200) accepted++;
  }
  const hex = signature.slice(7);
  const forgeries: [string, Uint8Array<ArrayBuffer>, Record<string, string>][] = [
    ["no signature", body, {}],
    ["an empty one", body, { [HEADER]: "" }],
    ["another app's secret", body, { [HEADER]: await signatureOf(body, "another-secret") }],
    ["an empty secret's", body, { [HEADER]: `sha256=${"0".repeat(64)}` }],
    [
      "re-serialised JSON",
      new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body)), null, 1)),
      { [HEADER]: signature },
    ],
    ["escapes written otherwise", new TextEncoder().encode(new TextDecoder().decode(body).replace("á", "\\u00e1")), {
      [HEADER]: signature,
    }],
    ["a line end more", Uint8Array.from([...body, 10]), { [HEADER]: signature }],
    ["upper case", body, { [HEADER]: `sha256=${hex.toUpperCase()}` }],
    ["upper case name", body, { [HEADER]: `SHA256=${hex}` }],
    ["no name", body, { [HEADER]: hex }],
    ["the old header", body, { "x-hub-signature": `sha1=${hex.slice(0, 40)}` }],
    ["sha1 in the new one", body, { [HEADER]: `sha1=${hex.slice(0, 40)}` }],
    ["cut short", body, { [HEADER]: signature.slice(0, -2) }],
    ["longer", body, { [HEADER]: `${signature}00` }],
    ["two in one", body, { [HEADER]: `sha256=${"0".repeat(64)}, ${signature}` }],
    ["an empty body", new Uint8Array(), { [HEADER]: signature }],
  ];
  for (const [what, bytes, headers] of forgeries) {
    for (const channel of ["facebook", "instagram", "whatsappapi"]) {
      const status = await post(bytes, headers, channel);
      if (status === 200) accepted++;
      expect(status, what).toBe(401);
    }
  }
  expect([accepted, await kept()]).toEqual([0, before]);
}, 60_000);

test("a wrong verify token gets 403, and a right one its challenge unchanged", async () => {
  const ask = async (query: Record<string, string>) => {
    const response = await api.http.fetch(
      new Request(`http://localhost/webhooks/facebook?${new URLSearchParams(query)}`),
    );
    return [response.status, await response.text(), response.headers.get("content-type")?.split(";")[0]];
  };
  const right = { "hub.mode": "subscribe", "hub.verify_token": "verify", "hub.challenge": "<b>1</b>" };
  expect(await ask(right)).toEqual([200, "<b>1</b>", "text/plain"]);
  for (
    const wrong of [{ "hub.verify_token": "x" }, { "hub.verify_token": "" }, { "hub.verify_token": "VERIFY" }, {
      "hub.mode": "x",
    }]
  ) {
    expect((await ask({ ...right, ...wrong }))[0]).toBe(403);
  }
  expect((await ask({}))[0]).toBe(403);
});

test("a connection's own secret signs for its own account only", async () => {
  const [attacker, victim] = [await someone({ plan: { flags: { useWhatsapp: true } } }), await someone()];
  const [own, theirs] = [crypto.randomUUID().slice(0, 8), crypto.randomUUID().slice(0, 8)].map((id) =>
    String(parseInt(id, 16))
  ) as [string, string];
  await makeConnection(victim, "whatsappapi", theirs);
  const { id } = await attacker.call(connections.create, {
    body: {
      name: "Minha",
      channel: "whatsappapi",
      settings: { phoneNumberId: own, wabaId: "1", accessToken: "t", appSecret: "attackers-own" },
    },
  });
  await asPlatform((tx) =>
    tx`
    insert into app.channel_accounts (channel, account, company_id, connection_id) values ('whatsappapi', ${own}, ${attacker.companyId}, ${id})`
  );
  const says = (account: string) =>
    new TextEncoder().encode(JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{
        id: "1",
        changes: [{
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "1", phone_number_id: account },
            contacts: [{ profile: { name: "Cliente" }, wa_id: "5511955550101" }],
            messages: [{
              from: "5511955550101",
              id: `wamid.${crypto.randomUUID()}`,
              timestamp: String(Math.floor(Date.now() / 1000)),
              type: "text",
              text: { body: "Oi" },
            }],
          },
        }],
      }],
    }));
  const address = `whatsappapi/${attacker.companyId}-${id}`;
  const processed = async (bytes: Uint8Array<ArrayBuffer>) => {
    const [{ last }] = await asPlatform((tx) =>
      tx<[{ last: number }]>`select coalesce(max(id), 0) as last from app.inbound_raw`
    );
    expect(await post(bytes, { [HEADER]: await signatureOf(bytes, "attackers-own") }, address)).toBe(200);
    await expect.poll(
      async () =>
        (await asPlatform((tx) => tx`select 1 from app.inbound_raw where id > ${last} and processed_at is null`))
          .length,
      { timeout: 10_000 },
    ).toBe(0);
  };
  const count = (person: Person) =>
    withTenant(
      { companyId: person.companyId },
      async (tx) => (await tx<[{ n: number }]>`select count(*)::int as n from app.messages`)[0].n,
    );
  await processed(says(theirs));
  await processed(says(own));
  expect([await count(victim), await count(attacker)]).toEqual([0, 1]);
  // The sweep after a crash applies the same rule.
  await asPlatform((tx) =>
    tx`
    update app.inbound_raw set processed_at = null, attempts = 0, received_at = now() - interval '1 hour'
    where channel = 'whatsappapi' and signed_for = ${`${attacker.companyId}-${id}`}`
  );
  const plugins = [...await discover()].map(([name, { plugin }]) => [name, plugin] as const);
  await sweepRaw(new Map(plugins));
  expect([await count(victim), await count(attacker)]).toEqual([0, 1]);
});
