// The code that links a device: only people who may link read it, in answers and events.
import { expect, test } from "vitest";
import { readBearer, whoIs } from "../../core/access/auth.ts";
import { viewerKeys } from "../../core/live/client.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { withTenant } from "../../../db/tenant.ts";
import { writeStatus } from "../../channels/lines/connections.ts";
import { connections } from "./contract.ts";

await testApp(new Map([["linked", fakeChannel("linked", { abilities: { link: true } })]]));
const CODE = "2@the-code-of-a-device";

test("a QR code goes only to people who may link the connection", async () => {
  const admin = await someone();
  const linking = await someone({ colleagueOf: admin, flags: { allow_connections: true } });
  const plain = await someone({ colleagueOf: admin });
  const { id } = await admin.call(connections.create, { body: { name: "Loja", channel: "linked" } });
  await writeStatus(admin.companyId, id, "qrcode", { qrcode: CODE });
  await admin.call(connections.update, { params: { id }, body: { greetingMessage: "Olá" } });
  const shown = async (person: Person) =>
    (await Promise.all([person.call(connections.list), person.call(connections.filter)])).map((list) =>
      list.find((one) => one.id === id)!.qrcode
    );
  expect(await Promise.all([admin, linking, plain].map(shown))).toEqual([[CODE, CODE], [CODE, CODE], ["", ""]]);
  const events = await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx<{ name: string; audience: string[]; except: string[] | null; payload: unknown }[]>`
      select name, audience, except_ as "except", payload from app.events where company_id = ${admin.companyId}`,
  );
  const hears = async (person: Person) => {
    const keys = viewerKeys(await whoIs(await readBearer(`Bearer ${person.token}`)));
    const has = (key: string) => keys.has(key);
    const heard = events.filter(({ audience, except }) => audience.some(has) && !except?.some(has));
    const told = heard.filter(({ payload }) => JSON.stringify(payload).includes('"status":"qrcode"'));
    return told.map(({ payload }) => JSON.stringify(payload).includes(CODE));
  };
  // The status of the session, and the form that was saved.
  expect(await Promise.all([admin, linking, plain].map(hears))).toEqual([[true, true], [true, true], [false, false]]);
});
