// Two people's phones may make the same message id. Both messages are stored, and an event that names the id changes the message of
// its own conversation only.
import { describe, expect, test } from "vitest";
import type { InboundEvent, MessageEvent, Peer } from "../../../../channels/sdk/mod.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { receive } from "../../../channels/inbound/inbound.ts";
import { makeConnection, someone } from "../../../core/testing/api.ts";
import { contacts } from "../../contacts/contract.ts";
import { tickets } from "../../tickets/contract.ts";
import { type Message, messages } from "../contract.ts";
import { readPayload } from "../payloads.ts";

const SAME = "3A0ÇÃO😀";
const ana = { identities: [{ kind: "phone" as const, value: "5511955550101" }], name: "Ana" };
const bia = { identities: [{ kind: "phone" as const, value: "5511955550102" }], name: "Bia" };
const at = Date.now();

/** A company to which two people wrote with one message id. */
async function office() {
  const admin = await someone();
  const line = await makeConnection(admin, "webchat");
  const { companyId } = admin;
  const tell = (event: InboundEvent) => receive(companyId, line, event);
  const says = (peer: Peer, text: string, more: Partial<MessageEvent> = {}) =>
    tell({ kind: "message", peer, externalId: SAME, fromMe: false, content: { type: "text", text }, at, ...more });
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work);
  await says(ana, "de Ana", { payload: Uint8Array.of(1) });
  await says(bia, "de Bia", { payload: Uint8Array.of(2) });
  return {
    admin,
    line,
    tell,
    says,
    within,
    async of({ identities: [one] }: Peer): Promise<Message[]> {
      const [ticket] = await within((tx) =>
        tx<{ id: number }[]>`
        select t.id from app.tickets t join app.contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
        where i.value = ${one!.value} order by t.id desc limit 1`
      );
      if (!ticket) return [];
      const page = { params: { ticketId: ticket.id }, query: { markAsRead: "false" } } as const;
      return (await admin.call(messages.list, page)).messages;
    },
    payload: async (
      { identities }: Peer,
    ) => [...await readPayload(companyId, { connectionId: line, identities, externalId: SAME }) ?? []],
    unread: () =>
      within(async (tx) =>
        (await tx<{ unread: number }[]>`select unread from app.tickets order by id`).map(({ unread }) => unread)
      ),
  };
}

test("two people's messages with one id are both stored with their own payloads, and a repetition of each is dropped", async () => {
  const o = await office();
  await Promise.all([o.says(ana, "de Ana"), o.says(bia, "de Bia"), o.says(ana, "de Ana"), o.says(bia, "de Bia")]);
  expect(await o.of(ana)).toMatchObject([{ body: "de Ana" }]);
  expect(await o.of(bia)).toMatchObject([{ body: "de Bia" }]);
  expect([await o.payload(ana), await o.payload(bia)]).toEqual([[1], [2]]);
});

describe("an event that names that id", () => {
  test("changes the message of its own conversation when it is a reaction, an edit or a deletion", async () => {
    const o = await office();
    await o.tell({ kind: "reaction", peer: bia, targetId: SAME, emoji: "👍", fromMe: false, at });
    await o.tell({ kind: "edit", peer: bia, targetId: SAME, text: "corrigido", at });
    expect(await o.of(ana)).toMatchObject([{ body: "de Ana", isEdited: false, reactions: [] }]);
    expect(await o.of(bia)).toMatchObject([{ body: "corrigido", isEdited: true, reactions: [{ emoji: "👍" }] }]);
    await o.tell({ kind: "remove", peer: ana, targetId: SAME, at });
    expect(await o.of(ana)).toMatchObject([{ isDeleted: true }]);
    expect(await o.of(bia)).toMatchObject([{ isDeleted: false }]);
  });

  test("means the message of its own conversation when it is a quote, a tick or a read mark of the phone", async () => {
    const o = await office();
    await o.says(bia, "cito a minha", { externalId: "B2", quotedId: SAME, at: at + 1 });
    expect((await o.of(bia))[1]!.quotedMsg).toMatchObject({ body: "de Bia" });
    await o.says(bia, "do celular", { externalId: "OWN", fromMe: true, at: at + 2 });
    await o.says(ana, "do celular", { externalId: "OWN", fromMe: true, at: at + 2 });
    await o.tell({ kind: "status", peer: ana, externalId: "OWN", ack: 3, at });
    expect([(await o.of(ana)).at(-1)!.ack, (await o.of(bia)).at(-1)!.ack]).toEqual([3, 1]);
    await o.tell({ kind: "seen", peer: bia, externalId: SAME, at });
    expect(await o.unread()).toEqual([1, 1]);
  });

  test("waits for the message of its own conversation when it comes first", async () => {
    const o = await office();
    for (const peer of [bia, ana]) {
      await o.tell({ kind: "edit", peer, targetId: "LATE", text: `de ${peer.name}, corrigido`, by: {}, at });
    }
    await o.says(ana, "tarde", { externalId: "LATE", at: at + 1 });
    await o.says(bia, "tarde", { externalId: "LATE", at: at + 1 });
    expect((await o.of(ana)).at(-1)).toMatchObject({ body: "de Ana, corrigido" });
    expect((await o.of(bia)).at(-1)).toMatchObject({ body: "de Bia, corrigido" });
  });

  test("leads a quote to the message of its own conversation once that message is here", async () => {
    const o = await office();
    await o.says(bia, "cito", { externalId: "Q", quotedId: "LATE", at: at + 2 });
    await o.says(ana, "de Ana, depois", { externalId: "LATE", at: at + 1 });
    expect((await o.of(bia)).at(-1)!.quotedMsg).toBeNull();
    await o.says(bia, "de Bia, depois", { externalId: "LATE", at: at + 1 });
    expect((await o.of(bia)).at(-1)!.quotedMsg).toMatchObject({ body: "de Bia, depois" });
    expect((await o.of(ana)).map(({ quotedMsg }) => quotedMsg)).toEqual([null, null]);
    const told = await o.within((tx) =>
      tx`select payload ->> 'action' as action from app.events where name like '%appMessage' and payload -> 'message' ->> 'body' = 'cito' order by position`
    );
    expect(told.map(({ action }) => action)).toEqual(["create", "update"]);
  });

  test("fills the placeholder of its own conversation", async () => {
    const o = await office();
    const waiting = { externalId: "P", placeholder: true as const, at: at + 1 };
    await o.says(ana, "", waiting);
    await o.says(bia, "", waiting);
    await o.says(bia, "enfim", { externalId: "P", at: at + 1 });
    expect((await o.of(ana)).at(-1)).toMatchObject({ mediaType: "unknown", body: "" });
    expect((await o.of(bia)).at(-1)).toMatchObject({ mediaType: "chat", body: "enfim" });
  });
});

test("a deleted contact's messages stay away, and others with their ids come in", async () => {
  const o = await office();
  const { contacts: people } = await o.admin.call(contacts.list, { query: {} });
  const id = people.find(({ name }) => name === "Ana")!.id;
  await o.admin.call(contacts.remove, { params: { id } });
  await o.says(ana, "de novo");
  await o.says({ identities: [{ kind: "phone", value: "5511955550103" }], name: "Caio" }, "de Caio");
  const { contacts: left } = await o.admin.call(contacts.list, { query: {} });
  expect(left.map(({ name }) => name).sort()).toEqual(["Bia", "Caio"]);
});

test("two contacts that turn out to be one person keep both messages, and one of them keeps the id", async () => {
  const o = await office();
  const { contacts: people } = await o.admin.call(contacts.list, { query: {} });
  await o.tell({ kind: "identity", at, from: bia.identities[0]!, to: ana.identities[0]! });
  const both = (await o.of(ana)).map(({ body }) => body).sort();
  expect([people.length, both]).toEqual([2, ["de Ana", "de Bia"]]);
  const [named] = await o.within((tx) => tx`select body from app.messages where external_id = ${SAME}`);
  expect(await o.payload(ana)).toEqual(named!.body === "de Ana" ? [1] : [2]);
  await o.says(ana, "de Ana");
  expect(await o.of(ana)).toHaveLength(2);
  expect((await o.admin.call(tickets.list, { query: { status: "pending" } })).tickets).toHaveLength(1);
});
