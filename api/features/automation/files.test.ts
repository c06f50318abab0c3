// Lists of files on their way to a customer, through the real pipeline (docs/product/file-lists.md#sending).
import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { keepBytes } from "../../core/media/media.ts";
import { makeConnection, makeQueue, someone, testApp } from "../../core/testing/api.ts";
import { messageEvent } from "../../core/testing/inbound.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);
/** A company whose only queue sends a list of a picture, a text of its own and a document. */
async function office(channel: string, queue: Record<string, unknown> = {}) {
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, channel);
  await makeQueue(admin, "Vendas");
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work);
  await within(async (tx) => {
    const photo = await keepBytes(tx, PNG, { fileName: "foto.png" });
    const paper = await keepBytes(tx, new TextEncoder().encode("preço;5"), {
      fileName: "preços.csv",
      mimeType: "text/csv",
    });
    const [list] = await tx<{ id: number }[]>`
      insert into app.file_lists (name, message) values ('Catálogo', 'Para você, {{firstName}}') returning id`;
    await tx`insert into app.file_list_options (list_id, position, name, media_id) values
      (${list!.id}, 1, 'Foto de {{firstName}}', ${photo.id}), (${list!.id}, 2, 'Só isto', null), (${
      list!.id
    }, 3, 'Preços', ${paper.id})`;
    await tx`update app.queues set ${tx({ greeting: "", sent_list_id: list!.id, ...queue })}`;
    await tx`update app.connections set greeting = 'Olá!', farewell = 'Até logo!'`;
    await tx`insert into app.connection_queues (connection_id, queue_id) select ${line}, id from app.queues`;
  });
  return {
    companyId,
    within,
    says: (text: string, more = {}) =>
      receive(companyId, line, messageEvent({ connectionId: line, from: "ana", name: "Ana Lima", text, ...more })),
    got: () =>
      within((tx) =>
        tx<{ kind: string; body: string; auto: string; byHand: boolean }[]>`
        select kind, body, data ->> 'auto' as auto from app.messages where from_me order by id`
      ),
  };
}

test("a list goes as its message, then one message for each option in order, and is counted once", async () => {
  const o = await office("webchat");
  await o.says("Oi", { externalId: "one" });
  await o.says("Oi", { externalId: "one" });
  expect(await o.got()).toEqual([
    { kind: "chat", body: "Olá!", auto: "greeting" },
    { kind: "chat", body: "Para você, Ana", auto: "files" },
    { kind: "image", body: "Foto de Ana", auto: "files" },
    { kind: "chat", body: "Só isto", auto: "files" },
    { kind: "application", body: "Preços", auto: "files" },
  ]);
  const [bot] = await o.within((tx) =>
    tx<{ said: Record<string, { times: number }> }[]>`select said from app.ticket_bots`
  );
  expect(bot!.said.files).toMatchObject({ times: 1 });
});

test("a file that the channel does not carry is a link that works without a session", async () => {
  const o = await office("instagram");
  await o.says("Oi");
  const got = await o.got();
  const link = got.find(({ body }) => body.includes("preços") || body.startsWith("Preços"))!;
  expect(link).toMatchObject({ kind: "chat" });
  const { pathname, search } = new URL(link.body.split("\n").at(-1)!);

  const response = await (await testApp()).api.http.fetch(new Request(`http://localhost${pathname}${search}`), {
    remoteAddr: { hostname: "127.0.0.1" },
  });
  expect([response.status, await response.text()]).toEqual([200, "preço;5"]);
});

test("a queue that closes says goodbye after the last file", async () => {
  const o = await office("webchat", { close_ticket: true });
  await o.says("Oi");
  expect((await o.got()).at(-1)).toMatchObject({ body: "Até logo!", auto: "farewell" });
  expect(await o.within((tx) => tx<{ status: string }[]>`select status from app.tickets`)).toEqual([{
    status: "closed",
  }]);
});

test("a list that was deleted meanwhile is nothing, and the customer is not mute", async () => {
  const o = await office("webchat", { greeting: "Já vem alguém." });
  await o.within((tx) => tx`delete from app.file_lists`);
  await o.says("Oi");
  expect(await o.within((tx) => tx<{ status: string }[]>`select status from app.tickets`)).toEqual([{
    status: "pending",
  }]);
});
