// A channel's events besides plain texts: unreadable and view-once messages, polls, calls, profiles, backlogs.
import { describe, expect, test } from "vitest";
import type { CallEvent, InboundEvent, MessageEvent } from "../../../../channels/sdk/mod.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { receive } from "../../../channels/inbound/inbound.ts";
import { readPayload } from "../payloads.ts";
import { makeConnection, someone } from "../../../core/testing/api.ts";
import { contacts } from "../../contacts/contract.ts";
import { tickets } from "../../tickets/contract.ts";
import { messages } from "../contract.ts";

const ana = { identities: [{ kind: "phone" as const, value: "5511955550101" }], name: "Ana" };

async function office(settings: Record<string, string> = {}) {
  const admin = await someone({ settings });
  const { companyId } = admin;
  const line = await makeConnection(admin, "webchat");
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work);
  return {
    admin,
    companyId,
    line,
    within,
    says: async (more: Partial<MessageEvent> = {}) => {
      const externalId = more.externalId ?? crypto.randomUUID();
      await receive(companyId, line, {
        kind: "message",
        peer: ana,
        externalId,
        fromMe: false,
        content: { type: "text", text: "Oi" },
        at: Date.now(),
        ...more,
      });
      return externalId;
    },
    calls: (state: CallEvent["state"], more: Partial<CallEvent> = {}) =>
      receive(companyId, line, {
        kind: "call",
        peer: ana,
        externalId: "c1",
        state,
        video: false,
        at: Date.now(),
        ...more,
      }),
    conversation: async () => {
      const [ticket] = (await admin.call(tickets.list, {
        query: { showAll: "true", statusFilter: JSON.stringify(["open", "pending"]) },
      })).tickets;
      if (!ticket) return [];
      return (await admin.call(messages.list, { params: { ticketId: ticket.id }, query: { markAsRead: "false" } }))
        .messages;
    },
    payload: (externalId: string, { identities } = ana) =>
      readPayload(companyId, { connectionId: line, identities, externalId }),
    requests: () =>
      within((tx) =>
        tx<
          { kind: string; payload: Record<string, unknown> }[]
        >`select kind, payload from app.channel_requests order by id`
      ),
  };
}

test("a message that cannot be read yet has a placeholder, which is filled once and keeps its place", async () => {
  const o = await office();
  const id = await o.says({ placeholder: true, content: { type: "other", what: "ciphertext" } });
  await o.says({ content: { type: "text", text: "depois" }, at: Date.now() + 1 });
  expect((await o.conversation())[0]).toMatchObject({ mediaType: "unknown", body: "", data: { placeholder: true } });
  const full = {
    externalId: id,
    content: { type: "media" as const, media: { kind: "image" as const, ref: "x", keep: true }, caption: "foto" },
  };
  await o.says(full);
  const [filled, ...others] = await o.conversation();
  expect(others).toHaveLength(1);
  expect(filled).toMatchObject({ mediaType: "image", body: "foto", data: { media: "pending" } });
  expect(filled!.data).not.toHaveProperty("placeholder");
  expect((await o.requests()).filter(({ kind }) => kind === "media")).toHaveLength(1);
  const events = () =>
    o.within((tx) =>
      tx`select payload ->> 'action' as action from app.events where name like '%appMessage' and (payload -> 'message' ->> 'id')::bigint = ${
        filled!.id
      } order by position`
    );
  expect((await events()).map(({ action }) => action)).toEqual(["create", "update"]);
  await o.says({ ...full, content: { type: "text", text: "noch einmal" } });
  await o.says({ externalId: id, placeholder: true });
  expect((await o.conversation())[0]).toMatchObject({ body: "foto" });
  expect(await events()).toHaveLength(2);
  const [ticket] = await o.within((tx) => tx`select unread from app.tickets`);
  expect(ticket).toEqual({ unread: 2 });
});

test("a view-once message that never comes to a linked device says so", async () => {
  const o = await office();
  await o.says({ placeholder: true, viewOnce: true, content: { type: "other", what: "viewOnce" } });
  expect((await o.conversation())[0]).toMatchObject({ data: { placeholder: true, viewOnce: true } });
});

test("a placeholder of our own message from the phone is filled too", async () => {
  const o = await office();
  const id = await o.says({ placeholder: true, fromMe: true, content: { type: "other", what: "ciphertext" } });
  await o.says({ externalId: id, fromMe: true, content: { type: "text", text: "do celular" } });
  expect(await o.conversation()).toMatchObject([{ body: "do celular", fromMe: true, mediaType: "chat" }]);
});

test("a message opens no ticket when it is a repetition or fills a placeholder of a closed ticket", async () => {
  const o = await office();
  const [known, waiting] = [await o.says(), await o.says({ placeholder: true })];
  const [ticket] = (await o.admin.call(tickets.list, { query: { status: "pending" } })).tickets;
  await o.admin.call(tickets.update, { params: { id: ticket!.id }, body: { status: "closed" } });
  await o.says({ externalId: known });
  await o.says({ externalId: waiting, content: { type: "text", text: "enfim" } });
  expect(await o.within((tx) => tx`select status from app.tickets`)).toEqual([{ status: "closed" }]);
  expect(await o.within((tx) => tx`select body from app.messages order by id`)).toMatchObject([{ body: "Oi" }, {
    body: "enfim",
  }]);
});

test("view-once messages, live locations and polls say what they are, and a payload is found again", async () => {
  const o = await office();
  const id = await o.says({
    viewOnce: true,
    content: { type: "media", media: { kind: "image", ref: "x", keep: true } },
    payload: new Uint8Array([1, 2, 3]),
  });
  await o.says({ content: { type: "location", latitude: -23.5, longitude: -46.6, live: true } });
  await o.says({ content: { type: "poll", question: "Qual dia?", options: ["Seg", "Ter"] } });
  expect(await o.conversation()).toMatchObject([
    { data: { viewOnce: true } },
    { mediaType: "locationMessage", data: { live: true } },
    { data: { poll: { question: "Qual dia?", options: ["Seg", "Ter"] } } },
  ]);
  expect([...await o.payload(id) ?? []]).toEqual([1, 2, 3]);
});

test("a view-once message that opens on the phone alone says so when its content never comes", async () => {
  const o = await office();
  await o.says({ viewOnce: true, placeholder: true, content: { type: "other", what: "viewOnce" } });
  expect(await o.conversation()).toMatchObject([{ mediaType: "unknown", data: { viewOnce: true, placeholder: true } }]);
});

test("a missed call leaves one message and a waiting ticket", async () => {
  const o = await office();
  await o.calls("ringing");
  expect(await o.conversation()).toEqual([]);
  await o.calls("missed", { video: true });
  await o.calls("missed", { video: true });
  expect(await o.conversation()).toMatchObject([{
    mediaType: "call_log",
    data: { missed: true, video: true },
    fromMe: false,
  }]);
  expect((await o.requests()).filter(({ kind }) => kind === "refuseCall")).toEqual([]);
  expect((await o.admin.call(tickets.list, { query: { status: "pending" } })).tickets).toMatchObject([{
    unreadMessages: 1,
  }]);
});

const refusing = {
  acceptCallWhatsapp: "disabled",
  AcceptCallWhatsappMessage: "{{firstName}}, não atendemos ligações.",
};
test("a call is refused once, with a text, when the company takes no calls", async () => {
  const o = await office(refusing);
  await o.calls("ringing");
  await o.calls("ringing");
  await o.calls("missed");
  expect(await o.conversation()).toMatchObject([
    { mediaType: "call_log", data: { missed: false, refused: true } },
    { body: "Ana, não atendemos ligações.", fromMe: true, status: "waiting", userId: null },
  ]);
  expect((await o.requests()).filter(({ kind }) => kind === "refuseCall")).toMatchObject([{
    payload: { externalId: "c1" },
  }]);
});

test("a call from a time without a connection is shown and gets no text", async () => {
  const o = await office(refusing);
  await o.calls("missed", { at: Date.now() - 6 * 60_000 });
  expect(await o.conversation()).toMatchObject([{ mediaType: "call_log" }]);
  expect(await o.conversation()).toHaveLength(1);
  expect(await o.requests()).toEqual([]);
});

test("a profile's name and picture reach the contact and its tickets, and leave a name that an agent gave", async () => {
  const o = await office();
  const told = (name: string, more: object = {}) =>
    receive(o.companyId, o.line, { kind: "profile", peer: { ...ana, name }, at: Date.now(), ...more });
  await told("Ninguém");
  expect(await o.admin.call(contacts.list, { query: {} })).toMatchObject({ count: 0 });
  await o.says();
  await told("Ana Lima");
  const [contact] = (await o.admin.call(contacts.list, { query: {} })).contacts;
  expect(contact).toMatchObject({ name: "Ana Lima" });
  const last = await o.within((tx) =>
    tx`select payload -> 'ticket' -> 'contact' ->> 'name' as name from app.events where name like '%-ticket' order by position desc limit 1`
  );
  expect(last).toEqual([{ name: "Ana Lima" }]);
  await o.admin.call(contacts.update, { params: { id: contact!.id }, body: { name: "Dona Ana" } });
  await told("Aninha", { lookup: true });
  expect(await o.admin.call(contacts.show, { params: { id: contact!.id } })).toMatchObject({ name: "Dona Ana" });
  expect(await o.requests()).toMatchObject([{ kind: "lookup", payload: { contactId: contact!.id } }]);
});

test("a linked number asks once for the picture of a new contact although the name is known", async () => {
  const o = await office();
  const lid = { identities: [{ kind: "lid" as const, value: "99887766554433" }], name: "Bia" };
  await o.says({ peer: lid });
  await o.says({ peer: lid });
  await o.says();
  expect((await o.requests()).filter(({ kind }) => kind === "lookup")).toHaveLength(1);
});

test("a contact of whom only the number is known is shown by its masked number", async () => {
  const o = await office({ enableLGPD: "enabled", lgpdHideNumber: "enabled" });
  await o.says({ peer: { identities: ana.identities } });
  const member = await someone({ colleagueOf: o.admin });
  expect((await member.call(contacts.list, { query: {} })).contacts).toMatchObject([{
    name: "5511*******01",
    number: "5511*******01",
  }]);
});

test("NUL and half characters in a text, a caption, a button, a name or an id are left out, and the message is shown", async () => {
  const o = await office();
  const odd = "a\u0000b\ud800";
  const peer = { identities: [{ kind: "phone" as const, value: "5511955550177" }], name: `An\u0000a` };
  const media = { kind: "document" as const, ref: "r", keep: true, fileName: `f\u0000.pdf` };
  await o.says({ peer, externalId: `m\u0000dd`, content: { type: "text", text: odd } });
  await o.says({ peer, content: { type: "media", media, caption: odd } });
  await o.says({ peer, content: { type: "choice", title: odd, payload: odd } });
  await receive(o.companyId, o.line, { kind: "edit", targetId: `m\u0000dd`, text: `c\u0000d`, at: Date.now() });
  expect((await o.conversation()).map(({ body }) => body).sort()).toEqual(["ab\ufffd", "ab\ufffd", "cd"]);
  expect((await o.admin.call(contacts.list, { query: {} })).contacts).toMatchObject([{ name: "Ana" }]);
});

describe("a sender who knows a message's id", () => {
  const bia = { identities: [{ kind: "phone" as const, value: "5511955550102" }], name: "Bia" };
  const tell = (o: Awaited<ReturnType<typeof office>>, event: InboundEvent) => receive(o.companyId, o.line, event);
  const at = Date.now();

  test("reacts, edits and deletes in their own conversation alone", async () => {
    const o = await office();
    const id = await o.says();
    await tell(o, { kind: "reaction", peer: bia, targetId: id, emoji: "👍", fromMe: false, at });
    await tell(o, { kind: "edit", targetId: id, text: "trocado", peer: bia, by: {}, at });
    await tell(o, { kind: "remove", targetId: id, peer: bia, by: {}, at });
    expect(await o.conversation()).toMatchObject([{ body: "Oi", isEdited: false, isDeleted: false, reactions: [] }]);
    await tell(o, { kind: "reaction", peer: ana, targetId: id, emoji: "👍", fromMe: false, at });
    await tell(o, { kind: "edit", targetId: id, text: "certo", peer: ana, by: {}, at });
    expect(await o.conversation()).toMatchObject([{ body: "certo", isEdited: true, reactions: [{ emoji: "👍" }] }]);
  });

  test("changes their own message only, also when the change comes before it", async () => {
    const o = await office();
    for (const [id, peer] of [["own", ana], ["other", bia]] as const) {
      await tell(o, { kind: "reaction", peer, targetId: id, emoji: "👍", fromMe: false, at });
      await tell(o, { kind: "edit", targetId: id, text: "trocado", peer, by: {}, at });
      await o.says({ externalId: id });
    }
    expect(await o.conversation()).toMatchObject([
      { body: "trocado", isEdited: true, reactions: [{ emoji: "👍" }] },
      { body: "Oi", isEdited: false, reactions: [] },
    ]);
  });

  test("changes a member's message in a group only as that member", async () => {
    const o = await office();
    await o.within((tx) => tx`update app.connections set allow_groups = true where id = ${o.line}`);
    const peer = { identities: [{ kind: "group" as const, value: "120363000000000001" }], name: "Família" };
    const id = crypto.randomUUID();
    await tell(o, { kind: "edit", targetId: id, text: "da autora", peer, by: { sender: ana }, at });
    await tell(o, { kind: "edit", targetId: id, text: "de outra", peer, by: { sender: bia }, at });
    await tell(o, {
      kind: "message",
      peer,
      sender: ana,
      externalId: id,
      fromMe: false,
      content: { type: "text", text: "Oi" },
      at,
    });
    expect(await o.within((tx) => tx`select body, is_edited from app.messages`)).toEqual([{
      body: "da autora",
      is_edited: true,
    }]);
  });
});

test("a placeholder that was edited keeps the new text when it is filled", async () => {
  const o = await office();
  const id = await o.says({ placeholder: true });
  await receive(o.companyId, o.line, { kind: "edit", targetId: id, text: "novo", at: Date.now() });
  await o.says({ externalId: id, content: { type: "text", text: "velho" } });
  expect(await o.conversation()).toMatchObject([{ body: "novo", isEdited: true, mediaType: "chat" }]);
  const [ticket] = await o.within((tx) => tx`select last_message from app.tickets`);
  expect(ticket).toEqual({ last_message: "novo" });
});

test("messages that the phone read count as read here, up to that message, and are not announced again", async () => {
  const o = await office();
  const [, second] = [await o.says(), await o.says({ at: Date.now() + 1 }), await o.says({ at: Date.now() + 2 })];
  const unread = async () => (await o.within((tx) => tx`select unread from app.tickets`))[0]!.unread;
  expect(await unread()).toBe(3);
  await receive(o.companyId, o.line, { kind: "seen", peer: ana, externalId: second, at: Date.now() });
  expect(await unread()).toBe(1);
  expect((await o.conversation()).map(({ read }) => read)).toEqual([true, true, false]);
  await receive(o.companyId, o.line, { kind: "seen", peer: ana, externalId: second, at: Date.now() });
  await receive(o.companyId, o.line, { kind: "seen", peer: ana, externalId: "nobody's", at: Date.now() });
  expect(await unread()).toBe(1);
  expect(await o.requests()).toEqual([]);
});
