// A contact's picture is fetched by the server, kept small and served by us (docs/product/contacts.md#pictures).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withTenant } from "../../../../db/tenant.ts";
import { receive } from "../../../channels/inbound/inbound.ts";
import { makeConnection, type Person, someone } from "../../../core/testing/api.ts";
import { messageEvent } from "../../../core/testing/inbound.ts";
import { photo } from "../../../core/testing/pictures.ts";
import { setUpOutside } from "../../../core/outside/limited.ts";
import { contacts } from "../contract.ts";
import { work } from "./fetch.ts";

const answers: Record<string, [type: string, body: Uint8Array | string]> = {
  "/face": ["image/png", photo(400, 200, (x, y) => [x % 256, y % 256, 90])],
  "/other": ["image/png", photo(50, 50, () => [9, 9, 9])],
  "/program": ["image/png", "<script>alert(1)</script>"],
};
const server = createServer((asked, answer) => {
  const [type, body] = answers[asked.url!] ?? ["text/plain", ""];
  answer.writeHead(200, { "content-type": type }).end(body);
});
beforeAll(async () => {
  setUpOutside({ EGRESS_ALLOW: ["localhost"] });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => {
  setUpOutside({ EGRESS_ALLOW: [] });
  server.closeAllConnections();
  server.close();
});
const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
const inCompany = <T>(person: Person, run: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, run);

/** Makes a customer write whose profile has this picture. */
async function writes(admin: Person, connectionId: number, pictureUrl: string, late = false) {
  const event = messageEvent({ connectionId, from: `face-${admin.companyId}` });
  await receive(admin.companyId, connectionId, { ...event, late, peer: { ...event.peer, pictureUrl } } as never);
  const [row] = await inCompany(
    admin,
    (tx) => tx<{ id: number }[]>`select id from app.contacts order by id desc limit 1`,
  );
  return row!.id;
}
const shown = async (admin: Person, id: number) => (await admin.call(contacts.show, { params: { id } })).urlPicture;

test("the server fetches a picture and shows it as a small file of its own", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const contactId = await writes(admin, connectionId, at("/face"));
  expect(await shown(admin, contactId)).toBeNull();
  await work(admin.companyId, { contactId, url: at("/face") });
  const url = await shown(admin, contactId);
  expect(url).toMatch(/^\/media\/[0-9a-f]{32}$/);
  const answer = await admin.fetch(url!);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect((await answer.bytes()).length).toBeLessThan(64 * 1024);
  const [file] = await inCompany(
    admin,
    (tx) => tx`select width, height from app.media where id = ${url!.split("/")[2]!}`,
  );
  expect(file).toEqual({ width: 120, height: 60 });
  expect((await (await someone()).fetch(url!)).status).toBe(404);
});

test("a file changes nothing when it is no picture or not the contact's current one", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const contactId = await writes(admin, connectionId, at("/program"));
  await work(admin.companyId, { contactId, url: at("/program") });
  await work(admin.companyId, { contactId, url: at("/face") });
  await work(admin.companyId, { contactId, url: "http://127.0.0.1/face" });
  expect(await shown(admin, contactId)).toBeNull();
});

test("a new picture replaces the old one, and the old file is deleted", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const contactId = await writes(admin, connectionId, at("/face"));
  await work(admin.companyId, { contactId, url: at("/face") });
  const old = await shown(admin, contactId);
  await writes(admin, connectionId, at("/other"));
  await work(admin.companyId, { contactId, url: at("/other") });
  expect(await shown(admin, contactId)).not.toBe(old);
  expect((await admin.fetch(old!)).status).toBe(404);
});

test("the server asks once for a newer picture when the contact writes again", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  for (let i = 0; i < 3; i++) await writes(admin, connectionId, at("/face"));
  const requests = () =>
    inCompany(
      admin,
      (tx) => tx`select 1 from app.channel_requests where kind = 'lookup' and connection_id = ${connectionId}`,
    );
  expect(await requests()).toHaveLength(1);
  await inCompany(admin, (tx) => tx`update app.contacts set profile_asked_at = now() - interval '8 days'`);
  for (let i = 0; i < 2; i++) await writes(admin, connectionId, at("/face"));
  expect(await requests()).toHaveLength(2);
});
