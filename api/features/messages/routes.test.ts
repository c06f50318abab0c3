import { describe, expect, test } from "vitest";
import { receive } from "../../channels/inbound/inbound.ts";
import { mediaPath } from "../../core/media/media.ts";
import { PNG } from "../../proofs/security/world.ts";
import { customerWrites, messageEvent } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "../tickets/contract.ts";
import { messages } from "./contract.ts";

async function conversation(channel = "facebook") {
  const admin = await someone();
  const connectionId = await makeConnection(admin, channel);
  const made = await customerWrites(admin, { connectionId, text: "Oi" });
  await admin.call(tickets.update, { params: { id: made.ticketId }, body: { status: "open" } });
  return { admin, connectionId, ...made };
}
const send = (person: Person, ticketId: number, body: Record<string, unknown>, key?: string) =>
  person.call(messages.send, { params: { ticketId }, body }, key ? { "idempotency-key": key } : {});
const said = async (person: Person, ticketId: number) =>
  (await person.call(messages.list, { params: { ticketId } })).messages;
/** Marks a message as the channel's answer does. */
async function accepted(person: Person, id: number, externalId: string) {
  await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx`update app.messages set status = 'sent', ack = 1, external_id = ${externalId} where company_id = ${person.companyId} and id = ${id}`,
  );
}

describe("sending", () => {
  test("a text waits with ack 0 until the provider has it", async () => {
    const { admin, ticketId } = await conversation();
    const { messages: [message] } = await send(admin, ticketId, { body: "Bom dia" });
    expect(message).toMatchObject({ body: "Bom dia", fromMe: true, ack: 0, status: "waiting", userId: admin.userId });
  });

  test("the same key twice is one message, with another text it is refused", async () => {
    const { admin, ticketId } = await conversation();
    const [a, b] = await Promise.all([
      send(admin, ticketId, { body: "uma vez" }, "k-1"),
      send(admin, ticketId, { body: "uma vez" }, "k-1"),
    ]);
    expect(a.messages[0]!.id).toBe(b.messages[0]!.id);
    await expect(send(admin, ticketId, { body: "outra" }, "k-1")).rejects.toMatchObject({
      status: 422,
      code: "ERR_IDEMPOTENCY_MISMATCH",
    });
    expect((await said(admin, ticketId)).filter((m) => m.fromMe)).toHaveLength(1);
  });

  test("empty or whitespace-only text is not sent", async () => {
    const { admin, ticketId } = await conversation();
    await expect(send(admin, ticketId, { body: "  \n " })).rejects.toMatchObject({ status: 400 });
  });

  test("a waiting or closed ticket takes no message", async () => {
    const { admin, ticketId } = await conversation();
    await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "pending" } });
    await expect(send(admin, ticketId, { body: "oi" })).rejects.toMatchObject({ code: "ERR_TICKET_NOT_OPEN" });
    await expect(send(admin, ticketId, { body: "nota", isPrivate: true })).rejects.toMatchObject({
      code: "ERR_TICKET_NOT_OPEN",
    });
  });

  test("a text is refused when the channel's 24 hours have passed, and a private note is stored", async () => {
    const { admin, ticketId } = await conversation();
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.tickets set last_inbound_at = now() - interval '25 hours' where id = ${ticketId}`,
    );
    await expect(send(admin, ticketId, { body: "oi" })).rejects.toMatchObject({ code: "ERR_REPLY_WINDOW_CLOSED" });
    const { messages: [note] } = await send(admin, ticketId, { body: "ligar amanhã", isPrivate: true });
    expect(note).toMatchObject({ isPrivate: true, body: "ligar amanhã" });
  });

  test("several files make several messages, with captions inside or as texts after them, as the channel can", async () => {
    const { admin, ticketId } = await conversation("facebook");
    const png = Uint8Array.from(
      atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="),
      (c) => c.charCodeAt(0),
    );
    const files = [new File([png], "a.png", { type: "image/png" }), new File([png], "b.png", { type: "image/png" })];
    const { messages: made } = await admin.call(messages.send, {
      params: { ticketId },
      body: { body: "legenda" },
      files,
    }, { "idempotency-key": "files-1" });
    expect(made.map((m) => [m.mediaType, m.body])).toEqual([["image", ""], ["chat", "legenda"], ["image", ""]]);
    expect(made[0]).toMatchObject({ width: 1, height: 1, mimeType: "image/png" });
    const again = await admin.call(messages.send, { params: { ticketId }, body: { body: "legenda" }, files }, {
      "idempotency-key": "files-1",
    });
    expect(again.messages.map((m) => m.id)).toEqual(made.map((m) => m.id));
    const file = await admin.fetch(made[0]!.mediaUrl!);
    expect(file.headers.get("content-type")).toBe("image/png");
  });

  test("a quote must be of the same conversation", async () => {
    const one = await conversation();
    const other = await customerWrites(one.admin, { connectionId: one.connectionId, from: "somebody else" });
    const [foreign] = await said(one.admin, other.ticketId);
    await expect(send(one.admin, one.ticketId, { body: "?", quotedMsg: { id: foreign!.id } })).rejects.toMatchObject({
      code: "ERR_NO_MESSAGE_FOUND",
    });
    const [own] = await said(one.admin, one.ticketId);
    const { messages: [answer] } = await send(one.admin, one.ticketId, { body: "sim", quotedMsg: { id: own!.id } });
    expect(answer!.quotedMsg).toMatchObject({ id: own!.id, body: "Oi" });
  });
});

describe("a message's key", () => {
  test("belongs to its author: a colleague's same key makes another message and reveals nothing of the first", async () => {
    const { admin, ticketId, connectionId } = await conversation();
    const colleague = await someone({ colleagueOf: admin, profile: "admin" });
    const key = crypto.randomUUID();
    const say = (by: Person, body: string) =>
      by.call(messages.send, { params: { ticketId }, body: { body } }, { "idempotency-key": key });
    const { messages: [first] } = await say(admin, "o segredo da casa");
    for (const body of ["outra coisa", "outra coisa"]) {
      const { messages: [second] } = await say(colleague, body);
      expect(second).toMatchObject({ body: "outra coisa", key, userId: colleague.userId });
      expect(second!.id).not.toBe(first!.id);
    }
    expect((await say(admin, "o segredo da casa")).messages[0]!.id).toBe(first!.id);
    expect((await said(admin, ticketId)).filter((m) => m.key === key)).toHaveLength(2);
    for (const by of [admin, colleague]) {
      await expect(say(by, "ainda outra")).rejects.toMatchObject({ code: "ERR_IDEMPOTENCY_MISMATCH" });
    }
    const { contactId } = await customerWrites(admin, { connectionId, text: "Bom dia" });
    const taken = (await send(admin, ticketId, { body: "x" })).messages[0]!.key!;
    const { messages: [passed] } = await colleague.call(
      messages.forward,
      { body: { messageId: first!.id, contactId } },
      { "idempotency-key": taken },
    );
    expect(passed!.body).toBe("o segredo da casa");
  });
});

describe("files of deleted messages", () => {
  const PIXEL = new File([PNG], "foto.png", { type: "image/png" });
  async function withFile(isPrivate: boolean) {
    const { admin, ticketId } = await conversation();
    const { messages: [sent] } = await admin.call(messages.send, {
      params: { ticketId },
      body: { body: "", isPrivate },
      files: [PIXEL],
    });
    const id = sent!.mediaUrl!.split("/").pop()!;
    const status = async () => (await admin.fetch(sent!.mediaUrl!)).status;
    const onDisk = () => Deno.stat(mediaPath(admin.companyId, id)).then(() => true, () => false);
    expect([await status(), await onDisk()]).toEqual([200, true]);
    return { admin, ticketId, message: sent!, id, status, onDisk };
  }
  test("are gone from the disk, and their address answers 404", async () => {
    const { admin, message, status, onDisk } = await withFile(true);
    await admin.call(messages.remove, { params: { id: message.id } });
    expect(await status()).toBe(404);
    await expect.poll(onDisk).toBe(false);
  });
  test("stay while another message shows them", async () => {
    const { admin, ticketId, message, id, status, onDisk } = await withFile(true);
    const { messages: [other] } = await admin.call(messages.send, {
      params: { ticketId },
      body: { body: "b", isPrivate: true },
    });
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.messages set media_id = ${id} where id = ${other!.id}`,
    );
    await admin.call(messages.remove, { params: { id: message.id } });
    expect([await status(), await onDisk()]).toEqual([200, true]);
  });
  test("are answered to nobody while the provider's deletion is under way", async () => {
    const { admin, message, status, onDisk } = await withFile(false);
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.messages set is_deleted = true where id = ${message.id}`,
    );
    expect([await status(), await onDisk()]).toEqual([404, true]);
  });
  test("are not cached by browsers when the company's devices store nothing", async () => {
    const { admin, message } = await withFile(true);
    const cached = async () => (await admin.fetch(message.mediaUrl!)).headers.get("cache-control");
    expect(await cached()).toContain("private");
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`insert into app.settings (key, value) values ('deviceStorage', 'disabled')`,
    );
    expect(await cached()).toBe("no-store");
  });
});

describe("editing and deleting", () => {
  test("are refused when the connection was removed or the message deleted", async () => {
    const { admin, ticketId, connectionId } = await conversation();
    const [theirs] = await said(admin, ticketId);
    const sql = (work: (tx: Parameters<Parameters<typeof withTenant>[1]>[0]) => Promise<unknown>) =>
      withTenant({ companyId: admin.companyId }, work);
    await sql((tx) => tx`update app.messages set is_deleted = true where company_id = ${admin.companyId}`);
    const quoting = send(admin, ticketId, { body: "sobre isso", quotedMsg: { id: theirs!.id } });
    await expect(quoting).rejects.toMatchObject({ code: "ERR_NO_MESSAGE_FOUND" });
    await sql((tx) => tx`update app.connections set deleted_at = now() where id = ${connectionId}`);
    await expect(send(admin, ticketId, { body: "oi" })).rejects.toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
    expect((await send(admin, ticketId, { body: "nota", isPrivate: true })).messages).toHaveLength(1);
  });

  test("a note can be edited for 15 minutes", async () => {
    const { admin, ticketId } = await conversation();
    const { messages: [note] } = await send(admin, ticketId, { body: "nota", isPrivate: true });
    expect(await admin.call(messages.edit, { params: { id: note!.id }, body: { body: "nota certa" } })).toMatchObject({
      body: "nota certa",
      isEdited: true,
    });
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.messages set sent_at = now() - interval '16 minutes' where id = ${note!.id}`,
    );
    await expect(admin.call(messages.edit, { params: { id: note!.id }, body: { body: "tarde" } })).rejects
      .toMatchObject({ code: "ERR_EDIT_WINDOW_PASSED" });
  });

  test("are refused for a colleague's message", async () => {
    const { admin, ticketId } = await conversation();
    const { messages: [note] } = await send(admin, ticketId, { body: "nota", isPrivate: true });
    const colleague = await someone({ colleagueOf: admin, profile: "admin" });
    await expect(colleague.call(messages.edit, { params: { id: note!.id }, body: { body: "outra" } })).rejects
      .toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  });

  test("deleting is refused when the channel cannot do it", async () => {
    const { admin, ticketId } = await conversation("facebook");
    const { messages: [message] } = await send(admin, ticketId, { body: "x" });
    await accepted(admin, message!.id, "m_out");
    await expect(admin.call(messages.edit, { params: { id: message!.id }, body: { body: "y" } })).rejects.toMatchObject(
      { code: "ERR_NOT_SUPPORTED_BY_CHANNEL" },
    );
    await expect(admin.call(messages.remove, { params: { id: message!.id } })).rejects.toMatchObject({
      code: "ERR_NOT_SUPPORTED_BY_CHANNEL",
    });
  });

  test("deleting leaves a message alone that is on its way, and takes back one that still waits", async () => {
    const { admin, ticketId } = await conversation("webchat");
    const { messages: [one] } = await send(admin, ticketId, { body: "a caminho" });
    const { messages: [two] } = await send(admin, ticketId, { body: "na fila" });
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.messages set status = 'sending' where id = ${one!.id}`,
    );
    await expect(admin.call(messages.remove, { params: { id: one!.id } })).rejects.toMatchObject({
      code: "ERR_DELETE_WAPP_MSG",
    });
    expect(await admin.call(messages.remove, { params: { id: two!.id } })).toMatchObject({
      isDeleted: true,
      status: "failed",
    });
  });

  test("a customer's message cannot be edited or deleted", async () => {
    const { admin, ticketId } = await conversation();
    const [message] = await said(admin, ticketId);
    await expect(admin.call(messages.remove, { params: { id: message!.id } })).rejects.toMatchObject({
      code: "ERR_NO_MESSAGE_FOUND",
    });
  });
});

test("a contact card comes by itself or in a list", async () => {
  const { admin, ticketId } = await conversation("whatsappapi");
  const card = { name: "Rosa", phones: ["5511955550101"] };
  for (const vCard of [card, [card]]) {
    const { messages: [made] } = await send(admin, ticketId, { vCard });
    expect(made).toMatchObject({ mediaType: "contactMessage", data: { contacts: [card] } });
  }
});

describe("events of the provider", () => {
  const status = (ack: 1 | 2 | 3, externalId: string) => ({ kind: "status" as const, externalId, ack, at: Date.now() });
  async function sent() {
    const c = await conversation("whatsappapi");
    const { messages: [message] } = await send(c.admin, c.ticketId, { body: "x" });
    const externalId = `wamid.${message!.id}.${c.admin.companyId}`;
    await accepted(c.admin, message!.id, externalId);
    const ack = async () => (await said(c.admin, c.ticketId)).find((m) => m.id === message!.id)!;
    return { ...c, message: message!, externalId, ack };
  }

  test("ack only rises, in whatever order statuses come", async () => {
    const { admin, connectionId, externalId, ack } = await sent();
    for (const n of [3, 1, 2, 3] as const) await receive(admin.companyId, connectionId, status(n, externalId));
    expect((await ack()).ack).toBe(3);
  });

  test("a failure counts only below delivered, and stores its reason", async () => {
    const { admin, connectionId, externalId, ack } = await sent();
    const failure = {
      kind: "status" as const,
      externalId,
      at: Date.now(),
      error: { reason: "ERR_REPLY_WINDOW_CLOSED" as const },
    };
    await receive(admin.companyId, connectionId, failure);
    expect(await ack()).toMatchObject({ status: "failed", ack: 0, error: "ERR_REPLY_WINDOW_CLOSED" });
    await receive(admin.companyId, connectionId, status(2, externalId));
    expect(await ack()).toMatchObject({ status: "sent", ack: 2 });
    await receive(admin.companyId, connectionId, failure);
    expect(await ack()).toMatchObject({ status: "sent", ack: 2 });
  });

  test("a status that comes before its message waits for it", async () => {
    const { admin, connectionId } = await conversation("whatsappapi");
    await receive(admin.companyId, connectionId, {
      kind: "reaction",
      peer: { identities: [{ kind: "bsuid", value: "late" }] },
      targetId: "m_late",
      emoji: "❤",
      fromMe: false,
      at: Date.now(),
    });
    const late = await customerWrites(admin, { connectionId, from: "late", externalId: "m_late" });
    expect((await said(admin, late.ticketId))[0]!.reactions).toEqual([{ emoji: "❤", fromMe: false }]);
  });

  test("an echo with our key settles our message instead of making another", async () => {
    const { admin, ticketId, connectionId } = await conversation();
    const { messages: [message] } = await send(admin, ticketId, { body: "Bom dia" }, "echo-key-1");
    await receive(
      admin.companyId,
      connectionId,
      messageEvent({ connectionId, fromMe: true, key: "echo-key-1", externalId: "m_echo", text: "Bom dia" }),
    );
    expect((await said(admin, ticketId)).filter((m) => m.fromMe)).toMatchObject([{
      id: message!.id,
      status: "sent",
      ack: 1,
    }]);
  });

  test("a message typed on the phone becomes an outgoing message", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    await receive(
      admin.companyId,
      connectionId,
      messageEvent({ connectionId, from: event.peer.identities[0]!.value, fromMe: true, text: "do celular" }),
    );
    expect((await said(admin, ticketId)).at(-1)).toMatchObject({
      body: "do celular",
      fromMe: true,
      status: "sent",
      ack: 1,
    });
  });

  test("edits, deletions and reactions change their message", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    const about = { targetId: event.externalId, at: Date.now() };
    await receive(admin.companyId, connectionId, { kind: "edit", ...about, text: "Olá" });
    await receive(admin.companyId, connectionId, {
      kind: "reaction",
      ...about,
      peer: event.peer,
      emoji: "👍",
      fromMe: false,
    });
    expect((await said(admin, ticketId))[0]).toMatchObject({
      body: "Olá",
      isEdited: true,
      reactions: [{ emoji: "👍", fromMe: false }],
    });
    await receive(admin.companyId, connectionId, { kind: "remove", ...about });
    expect((await said(admin, ticketId))[0]).toMatchObject({ isDeleted: true });
  });

  test("a deleted message loses its text only when privacy rules are on, and the list shows it as deleted", async () => {
    const both = { enableLGPD: "enabled", lgpdDeleteMessage: "enabled" };
    for (const settings of [both, { lgpdDeleteMessage: "enabled" }] as Record<string, string>[]) {
      const { admin, connectionId, ticketId, event } = await conversation();
      for (const [key, value] of Object.entries(settings)) {
        await withTenant(
          { companyId: admin.companyId },
          (tx) => tx`insert into app.settings ${tx({ key, value })}`,
        );
      }
      const about = { targetId: event.externalId, at: Date.now() };
      await receive(admin.companyId, connectionId, { kind: "remove", ...about });
      const gone = settings === both;
      expect((await said(admin, ticketId))[0]).toMatchObject({ isDeleted: true, body: gone ? "" : "Oi" });
      const { tickets: [listed] } = await admin.call(tickets.list, { query: { status: "open" } });
      expect(listed).toMatchObject({ lastMessage: gone ? "" : "Oi", lastDeleted: gone });
    }
  });

  test("a message is stored once when it comes a hundred times", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    await Promise.all(Array.from({ length: 100 }, () => receive(admin.companyId, connectionId, event)));
    expect(await said(admin, ticketId)).toHaveLength(1);
  });

  test("a message of an unknown kind is shown as a placeholder", async () => {
    const { admin, connectionId } = await conversation();
    const odd = await customerWrites(admin, { connectionId, from: "odd", content: { type: "other", what: "poll" } });
    expect((await said(admin, odd.ticketId))[0]).toMatchObject({ mediaType: "unknown", data: { what: "poll" } });
  });
});

describe("reading", () => {
  test("the owner's reading marks read, a colleague's does not, prefetching does not", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    await customerWrites(admin, { connectionId, from: event.peer.identities[0]!.value, text: "alô" });
    await admin.call(messages.list, { params: { ticketId }, query: { markAsRead: "false" } });
    const other = await someone({ colleagueOf: admin, profile: "admin" });
    await said(other, ticketId);
    const unread = async () =>
      (await admin.call(tickets.list, { query: { status: "open" } })).tickets[0]!.unreadMessages;
    expect(await unread()).toBeGreaterThan(0);
    await said(admin, ticketId);
    expect(await unread()).toBe(0);
  });

  test("reading without a network marks no message that came later", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    const [seen] = await said(admin, ticketId);
    await customerWrites(admin, { connectionId, text: "E agora?", from: event.peer.identities[0]!.value });
    const before = await admin.call(tickets.list, { query: { status: "open" } });
    const unread = before.tickets[0]!.unreadMessages;
    await admin.call(messages.list, { params: { ticketId }, query: { markAsRead: "true", readUpTo: seen!.id } });
    const [ticket] = (await admin.call(tickets.list, { query: { status: "open" } })).tickets;
    expect([unread, ticket!.unreadMessages]).toEqual([1, 1]);
    await admin.call(messages.list, { params: { ticketId }, query: { markAsRead: "true" } });
    const [read] = (await admin.call(tickets.list, { query: { status: "open" } })).tickets;
    expect(read!.unreadMessages).toBe(0);
  });

  test("a conversation is sorted by the provider's time, with late messages in their place", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    const from = event.peer.identities[0]!.value;
    await customerWrites(admin, { connectionId, from, text: "terceira", at: Date.now() + 2_000 });
    await customerWrites(admin, { connectionId, from, text: "segunda", at: Date.now() + 1_000 });
    expect((await said(admin, ticketId)).map((m) => m.body)).toEqual(["Oi", "segunda", "terceira"]);
    const [ticket] = (await admin.call(tickets.list, { query: { status: "open" } })).tickets;
    expect(ticket!.lastMessage).toBe("terceira");
  });

  test("an earlier ticket's messages belong to the conversation, those of other queues only with allHistoric", async () => {
    const { admin, ticketId, connectionId, event } = await conversation();
    const queueId = await makeQueue(admin);
    await admin.call(tickets.update, {
      params: { id: ticketId },
      body: { status: "closed", sendFarewellMessage: false },
    });
    const next = await customerWrites(admin, { connectionId, from: event.peer.identities[0]!.value, text: "de novo" });
    expect((await said(admin, next.ticketId)).map((m) => m.body)).toEqual(["Oi", "de novo"]);
    const plain = await someone({ colleagueOf: admin, queueIds: [queueId] });
    const historian = await someone({ colleagueOf: admin, queueIds: [queueId], flags: { all_history: true } });
    await admin.call(tickets.update, { params: { id: next.ticketId }, body: { isTransfered: true, queueId } });
    expect((await said(plain, next.ticketId)).map((m) => m.body)).toEqual(["de novo"]);
    expect((await said(historian, next.ticketId)).map((m) => m.body)).toEqual(["Oi", "de novo"]);
  });
});
