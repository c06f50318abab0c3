import { describe, expect, test } from "vitest";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { drafts } from "./contract.ts";

/** Two agents of one queue and one of another; the first has the ticket. */
async function office(settings: Record<string, string> = {}) {
  const admin = await someone({ settings });
  const [queueId, elsewhere] = [await makeQueue(admin), await makeQueue(admin)];
  const member = (queue: number) => someone({ colleagueOf: admin, profile: "user", queueIds: [queue] });
  const [ana, bruno, caio] = [await member(queueId), await member(queueId), await member(elsewhere)];
  const connectionId = await makeConnection(admin, "facebook");
  const { ticketId, contactId } = await customerWrites(admin, { connectionId });
  const change = (by: Person, body: Record<string, unknown>, id = ticketId) =>
    by.call(tickets.update, { params: { id }, body });
  const give = (by: Person, to: Person | null, queue = queueId) =>
    change(by, { queueId: queue, userId: to?.userId ?? null, isTransfered: true });
  await change(admin, { queueId });
  await change(ana, { status: "open" });
  return { admin, ana, bruno, caio, ticketId, contactId, queueId, elsewhere, connectionId, change, give };
}
const write = (person: Person, ticketId: number, text: string, base = 0, mode: "reply" | "note" = "reply") =>
  person.call(drafts.write, { params: { ticketId, mode }, body: { text, base } });
const offered = async (person: Person) =>
  (await person.call(drafts.offered)).map(({ ticketId, userId, mode, text }) => [ticketId, userId, mode, text]);
const dismiss = (person: Person, ticketId: number, author: Person, mode: "reply" | "note" = "reply") =>
  person.call(drafts.dismiss, { params: { ticketId, userId: author.userId, mode } });
const sql = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
const told = (person: Person) =>
  sql(
    person,
    (tx) =>
      tx<{ audience: string[] }[]>`select audience from app.events where name like '%-draft-offer' order by position`,
  );

describe("a ticket that changes hands", () => {
  test("offers its new owner the former owner's answer and note when it is transferred to a person", async () => {
    const { ana, bruno, ticketId, give } = await office();
    await write(ana, ticketId, "Bom dia, já");
    await write(ana, ticketId, "paga mal", 0, "note");
    expect(await offered(bruno)).toEqual([]);
    await give(ana, bruno);
    expect((await offered(bruno)).sort()).toEqual([
      [ticketId, ana.userId, "note", "paga mal"],
      [ticketId, ana.userId, "reply", "Bom dia, já"],
    ]);
    expect((await told(ana)).flatMap(({ audience }) => audience).sort()).toEqual([
      `user:${ana.userId}`,
      `user:${bruno.userId}`,
    ].sort());
    // The draft still belongs to its author.
    expect((await ana.call(drafts.list)).map(({ text }) => text).sort()).toEqual(["Bom dia, já", "paga mal"]);
  });

  test("offers the draft to the agent who accepts it after it was returned", async () => {
    const { ana, bruno, ticketId, change } = await office();
    await write(ana, ticketId, "Bom dia, já");
    await change(ana, { status: "pending" });
    expect(await offered(bruno)).toEqual([]);
    await change(bruno, { status: "open" });
    expect(await offered(bruno)).toEqual([[ticketId, ana.userId, "reply", "Bom dia, já"]]);
  });

  test("offers the draft to nobody when it is back with the draft's author", async () => {
    const { ana, bruno, ticketId, give } = await office();
    await write(ana, ticketId, "Bom dia, já");
    await give(ana, bruno);
    await give(bruno, ana);
    expect([await offered(ana), await offered(bruno)]).toEqual([[], []]);
  });

  test("offers the draft in the new ticket when a transfer begins one", async () => {
    const { ana, caio, ticketId, elsewhere, give } = await office({ closeTicketOnTransfer: "enabled" });
    await write(ana, ticketId, "Bom dia, já");
    const next = await give(ana, caio, elsewhere);
    expect(next.id).not.toBe(ticketId);
    expect(await offered(caio)).toEqual([[next.id, ana.userId, "reply", "Bom dia, já"]]);
  });

  test("offers the end of a sentence too when the author writes it within a minute; later writing stays with the author", async () => {
    const { ana, bruno, ticketId, give } = await office();
    await write(ana, ticketId, "Bom");
    await give(ana, bruno);
    await write(ana, ticketId, "Bom dia, já", 1);
    expect(await offered(bruno)).toEqual([[ticketId, ana.userId, "reply", "Bom dia, já"]]);
    await sql(ana, (tx) => tx`update app.drafts set left_at = left_at - interval '61 seconds'`);
    await write(ana, ticketId, "Bom dia, Bruno não sabe", 2);
    expect(await offered(bruno)).toEqual([]);
  });

  test("offers no draft that its author sent or threw away, and tells the owner", async () => {
    const { ana, bruno, ticketId, give } = await office();
    await write(ana, ticketId, "Bom dia");
    await give(ana, bruno);
    const before = (await told(ana)).length;
    await write(ana, ticketId, "", 1);
    expect(await offered(bruno)).toEqual([]);
    expect((await told(ana)).slice(before)).toEqual([{ audience: [`user:${bruno.userId}`] }]);
  });

  test("offers the draft of an agent who lost the ticket by a merge to its owner", async () => {
    const { admin, ana, bruno, ticketId, contactId, connectionId, queueId, change } = await office();
    const second = await customerWrites(admin, { connectionId, from: "outra-conta" });
    await change(admin, { queueId }, second.ticketId);
    await change(bruno, { status: "open" }, second.ticketId);
    await write(bruno, second.ticketId, "do Bruno");
    await admin.call(contacts.merge, { params: { id: contactId }, body: { contactId: second.contactId } });
    expect(await offered(ana)).toEqual([[ticketId, bruno.userId, "reply", "do Bruno"]]);
  });
});

describe("the person a draft is offered to", () => {
  test("is only the ticket's owner: no colleague of the queue, no admin, nobody of another queue or company", async () => {
    const { admin, ana, bruno, caio, ticketId, give } = await office();
    const stranger = await someone();
    await write(ana, ticketId, "Bom dia");
    await give(ana, bruno);
    for (const other of [admin, ana, caio, stranger]) expect(await offered(other)).toEqual([]);
    await expect(dismiss(caio, ticketId, ana)).rejects.toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
    await expect(dismiss(stranger, ticketId, ana)).rejects.toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
    expect(await offered(bruno)).toHaveLength(1);
  });

  test("sees the draft as long as they have the ticket, may see it, and it is open", async () => {
    const { admin, ana, bruno, caio, ticketId, elsewhere, change, give } = await office();
    await write(ana, ticketId, "Bom dia");
    await give(ana, bruno);
    await change(bruno, { status: "closed" });
    expect(await offered(bruno)).toEqual([]);
    const before = (await told(ana)).length;
    await change(bruno, { status: "open" });
    expect(await offered(bruno)).toHaveLength(1);
    expect((await told(ana)).slice(before)).toEqual([{ audience: [`user:${bruno.userId}`] }]);
    await give(admin, caio, elsewhere);
    expect([await offered(bruno), await offered(caio)].map((all) => all.length)).toEqual([0, 1]);
    // A group that is no ticket takes no notes, and only people with the right to groups see it.
    await sql(admin, (tx) => tx`update app.tickets set is_group = true where id = ${ticketId}`);
    expect(await offered(caio)).toEqual([]);
  });

  test("sees no draft of an agent who only looks on", async () => {
    const { admin, ana, bruno, ticketId, give } = await office();
    await write(admin, ticketId, "vou falar com a Ana sobre isso", 0, "note");
    await give(ana, bruno);
    expect(await offered(bruno)).toEqual([]);
  });

  test("sees no draft of more than a week ago", async () => {
    const { ana, bruno, ticketId, give } = await office();
    await write(ana, ticketId, "Bom dia");
    await sql(ana, (tx) => tx`update app.drafts set updated_at = now() - interval '8 days'`);
    await give(ana, bruno);
    expect(await offered(bruno)).toEqual([]);
  });
});

test("sees the draft no more on any device once they used or refused it; the next owner does", async () => {
  const { ana, bruno, caio, ticketId, elsewhere, give } = await office();
  await write(ana, ticketId, "Bom dia");
  await write(ana, ticketId, "nota", 0, "note");
  await give(ana, bruno);
  for (let again = 0; again < 2; again++) await dismiss(bruno, ticketId, ana);
  expect(await offered(bruno)).toEqual([[ticketId, ana.userId, "note", "nota"]]);
  expect((await told(ana)).at(-1)).toEqual({ audience: [`user:${bruno.userId}`] });
  expect(await ana.call(drafts.list)).toHaveLength(2);
  await give(bruno, caio, elsewhere);
  expect(await offered(caio)).toHaveLength(2);
});

test("sees the draft no more when its ticket or its author is deleted", async () => {
  const { admin, ana, bruno, ticketId, give } = await office();
  await write(ana, ticketId, "Bom dia");
  await give(ana, bruno);
  await admin.call(tickets.remove, { params: { id: ticketId } });
  expect(await offered(bruno)).toEqual([]);
});
