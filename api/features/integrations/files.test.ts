// Files on their way to a flow and back: few in memory at once (docs/product/integrations.md#a-turn).
import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { newMediaId, writeFile } from "../../core/media/media.ts";
import { makeConnection, makeQueue, someone } from "../../core/testing/api.ts";
import { messageEvent } from "../../core/testing/inbound.ts";
import { integrations } from "./contract.ts";
import { askTypebot } from "./providers/typebot.ts";
import type { Heard, Settings } from "./providers/turn.ts";
import { standIn } from "./testing.ts";
import { work } from "./turn/work.ts";

const MB = 1024 * 1024;
const service = standIn(() => Response.json({}));

test("an answer's files are sent up to 32 MB together, and the address of any other is said", async () => {
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  await makeQueue(admin, "Vendas");
  const within = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, run);
  const { id } = await admin.call(integrations.create, {
    body: { type: "webhook", name: "Fluxo", urlN8N: `${service.url}/flow` },
  });
  await within((tx) => tx`update app.connections set integration_id = ${id}`);
  const files = [1, 2, 3].map((n) => ({ url: `${service.url}/${n}.txt` }));
  service.reply = ({ path }) =>
    path === "/flow"
      ? Response.json({ messages: files })
      : new Response(new Uint8Array(12 * MB).fill(65), { headers: { "content-type": "text/plain" } });
  await receive(companyId, line, messageEvent({ connectionId: line, from: "ana", text: "Oi" }));
  const [ticket] = await within((tx) => tx<{ id: number }[]>`select id from app.tickets`);
  await work(companyId, { ticketId: ticket!.id });
  const kept = await within((tx) => tx<{ name: string }[]>`select file_name as name from app.media order by file_name`);
  expect(kept.map(({ name }) => name)).toEqual(["1.txt", "2.txt"]);
  const said = await within((tx) =>
    tx<
      { body: string }[]
    >`select body from app.messages where from_me and media_id is null and data ->> 'auto' = 'integration'`
  );
  expect(said.map(({ body }) => body)).toContain(files[2]!.url);
});

/** What a Typebot that asks for files is told of these. */
async function told(sizes: number[]): Promise<{ text: string; most: number }> {
  const { companyId } = await someone();
  const ids = sizes.map(() => newMediaId());
  for (const id of ids) await writeFile(companyId, id, new Uint8Array([1, 2, 3]));
  let now = 0;
  let most = 0;
  let n = 0;
  let text = "";
  service.reply = async ({ path, json }) => {
    if (path === "/put") {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 50));
      now--;
      return new Response(null, { status: 204 });
    }
    if (path.endsWith("/generate-upload-url")) {
      return Response.json({ presignedUrl: `${service.url}/put`, formData: {}, fileUrl: `stored-${++n}` });
    }
    text = (json.message as { text: string }).text;
    return Response.json({ messages: [], input: { type: "text input" } });
  };
  const settings = { type: "typebot", url: service.url, slug: "b", unknownMessage: "" } as Settings;
  const media = ids.map((id, at) => ({
    id,
    url: `link-${at + 1}`,
    mime: "image/png",
    name: "a.png",
    bytes: sizes[at]!,
  }));
  await askTypebot(settings, { companyId, text: "", media } as unknown as Heard, {
    externalId: "s1",
    expects: { type: "file input", files: true },
    turnId: "t",
  });
  return { text, most };
}

test("a customer's files go to a Typebot one after the other", async () => {
  expect(await told([3, 3, 3])).toEqual({ text: "stored-1, stored-2, stored-3", most: 1 });
});

test("a Typebot is given a link where a customer's file is over 16 MB", async () => {
  expect((await told([3, 16 * MB + 1])).text).toBe("stored-1, link-2");
});
