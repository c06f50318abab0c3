import { describe, expect, test } from "vitest";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { PNG } from "../../proofs/security/world.ts";
import { tickets } from "../tickets/contract.ts";
import { messages } from "./contract.ts";

/** Two customers of one connection; the first one's ticket is open, the second one's waits. */
async function two() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const ana = await customerWrites(admin, { connectionId, text: "Olá *mundo*" });
  const bia = await customerWrites(admin, { connectionId, from: "bia", text: "Oi" });
  await admin.call(tickets.update, { params: { id: ana.ticketId }, body: { status: "open" } });
  const [said] = (await admin.call(messages.list, { params: { ticketId: ana.ticketId } })).messages;
  return { admin, connectionId, ana, bia, messageId: said!.id };
}
const sql = <T>(person: Person, work: (tx: Parameters<Parameters<typeof withTenant>[1]>[0]) => Promise<T>) =>
  withTenant({ companyId: person.companyId }, work);
async function forward(person: Person, messageId: number, contactId: number, signMessage = false) {
  return (await person.call(messages.forward, { body: { messageId, contactId, signMessage } })).messages[0]!;
}

describe("forwarding", () => {
  test("accepts the contact's waiting ticket and marks the message as forwarded", async () => {
    const { admin, bia, messageId } = await two();
    expect(await forward(admin, messageId, bia.contactId)).toMatchObject({
      ticketId: bia.ticketId,
      body: "Olá *mundo*",
      isForwarded: true,
      fromMe: true,
      status: "waiting",
    });
    const { tickets: mine } = await admin.call(tickets.list, { query: { status: "open" } });
    expect(mine.find((one) => one.id === bia.ticketId)).toMatchObject({ userId: admin.userId, status: "open" });
  });

  test("opens a new ticket when the contact has no live one", async () => {
    const { admin, bia, messageId } = await two();
    await admin.call(tickets.update, { params: { id: bia.ticketId }, body: { status: "closed" } });
    // Facebook lets nobody write first, so the refused forward opens no ticket.
    await expect(forward(admin, messageId, bia.contactId)).rejects.toMatchObject({ code: "ERR_REPLY_WINDOW_CLOSED" });
    await makeConnection(admin, "whatsapp");
    await sql(
      admin,
      (tx) =>
        tx`update app.contact_identities set kind = 'phone', value = '5511955550301' where contact_id = ${bia.contactId}`,
    );
    const made = await forward(admin, messageId, bia.contactId);
    expect(made.ticketId).not.toBe(bia.ticketId);
  });

  test("forwarding into a colleague's ticket is refused and names the owner", async () => {
    const { admin, bia, messageId } = await two();
    const colleague = await someone({ colleagueOf: admin });
    await sql(
      admin,
      (tx) => tx`update app.tickets set status = 'open', user_id = ${colleague.userId} where id = ${bia.ticketId}`,
    );
    await expect(forward(admin, messageId, bia.contactId)).rejects.toMatchObject({ code: "ERR_OTHER_OPEN_TICKET" });
  });

  test("leaves 900 ms after the message before it, also when another agent sent that on this connection", async () => {
    const { admin, bia, messageId } = await two();
    const made: number[] = [];
    for (let i = 0; i < 3; i++) made.push((await forward(admin, messageId, bia.contactId)).id);
    const rows = await sql(
      admin,
      (tx) =>
        tx<
          { due: number }[]
        >`select extract(epoch from retry_at) * 1000 as due from app.messages where id = any (${made}) order by id`,
    );
    const [a, b, c] = rows.map((row) => Number(row.due));
    expect([Math.round(b! - a!), Math.round(c! - b!)]).toEqual([900, 900]);
  });

  test("forwards a file without a new upload, and shows it in both tickets", async () => {
    const { admin, ana, bia } = await two();
    const files = [new File([PNG], "foto.png", { type: "image/png" })];
    const { messages: [sent] } = await admin.call(messages.send, {
      params: { ticketId: ana.ticketId },
      body: {},
      files,
    });
    const made = await forward(admin, sent!.id, bia.contactId);
    expect(made).toMatchObject({ mediaUrl: sent!.mediaUrl, mediaType: "image" });
    // Somebody who sees one of the two tickets only.
    const owner = await someone({ colleagueOf: admin });
    await sql(admin, (tx) => tx`update app.tickets set user_id = ${owner.userId} where id = ${bia.ticketId}`);
    expect((await owner.fetch(made.mediaUrl!)).status).toBe(200);
    await admin.call(tickets.remove, { params: { id: ana.ticketId } });
    expect((await owner.fetch(made.mediaUrl!)).status).toBe(200);
  });

  test("puts the agent's name above the text when they sign", async () => {
    const { admin, bia, messageId } = await two();
    const { body } = await forward(admin, messageId, bia.contactId, true);
    expect(body).toMatch(/^\*.+\*:\nOlá \*mundo\*$/);
  });

  test("is refused for notes and deleted messages", async () => {
    const { admin, ana, bia, messageId } = await two();
    const { messages: [note] } = await admin.call(messages.send, {
      params: { ticketId: ana.ticketId },
      body: { body: "só nós", isPrivate: true },
    });
    await expect(forward(admin, note!.id, bia.contactId)).rejects.toMatchObject({ code: "ERR_NO_MESSAGE_FOUND" });
    await sql(admin, (tx) => tx`update app.messages set is_deleted = true where id = ${messageId}`);
    await expect(forward(admin, messageId, bia.contactId)).rejects.toMatchObject({ code: "ERR_NO_MESSAGE_FOUND" });
  });
});

describe("the gallery and the search of a conversation", () => {
  test("the gallery divides files and links, newest first", async () => {
    const { admin, ana } = await two();
    const ticketId = ana.ticketId;
    const files = [
      new File([PNG], "a.png", { type: "image/png" }),
      new File(["%PDF-1.4\n1 0 obj\n"], "b.pdf", { type: "application/pdf" }),
    ];
    await admin.call(messages.send, { params: { ticketId }, body: {}, files });
    await admin.call(messages.send, { params: { ticketId }, body: { body: "veja https://exemplo.com.br/a" } });
    const of = async (kind: "media" | "documents" | "links" | "audio") =>
      (await admin.call(messages.gallery, { params: { ticketId }, query: { kind } })).messages.map((m) =>
        m.fileName || m.body
      );
    expect(await Promise.all([of("media"), of("documents"), of("links"), of("audio")])).toEqual([
      ["a.png"],
      ["b.pdf"],
      ["veja https://exemplo.com.br/a"],
      [],
    ]);
  });

  test("the search ignores case and accents, counts, and passes over other conversations", async () => {
    const { admin, ana, bia } = await two();
    const ticketId = ana.ticketId;
    const { messages: [sent] } = await admin.call(messages.send, {
      params: { ticketId },
      body: { body: "AÇÚCAR e café" },
    });
    const find = (id: number, searchParam: string) =>
      admin.call(messages.search, { params: { ticketId: id }, query: { searchParam } });
    expect(await find(ticketId, "acucar")).toMatchObject({ hits: [{ id: sent!.id }], count: 1 });
    expect(await find(bia.ticketId, "acucar")).toEqual({ hits: [], count: 0 });
  });
});
