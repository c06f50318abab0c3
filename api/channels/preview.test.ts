// A customer's picture comes with a tiny one of it, for its place until it is there.
import { Buffer } from "node:buffer";
import { beforeAll, expect, test } from "vitest";
import type { MessageEvent } from "../../channels/sdk/mod.ts";
import { withTenant } from "../../db/tenant.ts";
import { makeConnection, someone } from "../core/testing/api.ts";
import { customerWrites } from "../core/testing/inbound.ts";
import { previewOf } from "../core/media/preview.ts";
import { photo } from "../core/testing/pictures.ts";
import { messages } from "../features/messages/contract.ts";
import { receive } from "./inbound/inbound.ts";
import { serveRequests } from "./lines/requests.ts";
import { linkedPlugin } from "./testing/past.ts";

// The first picture may go without while the reader starts.
beforeAll(async () => {
  const small = { mimeType: "image/png", width: 8, height: 6 };
  while (!await previewOf(photo(8, 6, () => [0, 0, 0]), small)) await new Promise((resolve) => setTimeout(resolve, 50));
});

async function office() {
  const person = await someone();
  const connectionId = await makeConnection(person, "facebook");
  const { ticketId, event } = await customerWrites(person, { connectionId, text: "Oi" });
  const { plugin } = linkedPlugin();
  const connection = {
    ...await plugin.connect({}, { past: null } as never),
    media: () =>
      Promise.resolve({ mimeType: "image/png", body: new Blob([photo(160, 120, () => [200, 90, 10])]).stream() }),
  };
  const line = {
    ...{ companyId: person.companyId, connectionId, manifest: plugin.manifest, token: "", since: 0, connection },
    ...{ signal: new AbortController().signal, held: () => true },
  };
  const sends = async (more: Partial<MessageEvent> = {}) => {
    const content = { type: "media", media: { kind: "image", ref: crypto.randomUUID(), keep: true } } as const;
    await receive(person.companyId, connectionId, { ...event, externalId: crypto.randomUUID(), content, ...more });
    await serveRequests(line);
    return (await person.call(messages.list, { params: { ticketId } })).messages.at(-1)!;
  };
  return { person, sends };
}

test("made when the file is fetched, and told with the message", async () => {
  const { sends } = await office();
  const told = await sends();
  expect(told).toMatchObject({ mediaType: "image", width: 160, height: 120 });
  expect(told.preview).toMatch(/^[A-Za-z0-9+/]+=*$/);
  const png = Buffer.from(told.preview!, "base64");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([8, 6]);
});

test("keeps no preview of a view-once picture or of a deleted message", async () => {
  const { person, sends } = await office();
  expect(await sends({ viewOnce: true })).toMatchObject({ data: { viewOnce: true }, preview: null });
  const { id, ticketId } = await sends();
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.messages set is_deleted = true where id = ${id}`,
  );
  const { messages: all } = await person.call(messages.list, { params: { ticketId } });
  expect(all.find((message) => message.id === id)).toMatchObject({ mediaUrl: null, preview: null });
});
