import { expect, test } from "vitest";
import { makeQueue, type Person, someone } from "../../../core/testing/api.ts";
import { makeWorld } from "../../../proofs/security/world.ts";
import { messages } from "../../messages/contract.ts";
import { presence } from "../../presence/contract.ts";
import { tickets } from "../contract.ts";

/** An agent of one queue transfers their ticket to another queue, which they do not see. */
async function handedAway() {
  const { person: admin, ticketId, queueId } = await makeWorld();
  const elsewhere = await makeQueue(admin);
  const user = await someone({ colleagueOf: admin, profile: "user", queueIds: [queueId] });
  const change = (by: Person, body: Record<string, unknown>) =>
    by.call(tickets.update, { params: { id: ticketId }, body });
  await change(user, { queueId: elsewhere, isTransfered: true });
  const back = (by: Person) => by.call(tickets.takeBack, { params: { id: ticketId } });
  return { admin, user, ticketId, queueId, elsewhere, change, back };
}

test("an agent takes back their own transfer, also out of a queue they do not see", async () => {
  const { admin, user, ticketId, queueId, back } = await handedAway();
  await expect(back(admin)).rejects.toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
  expect(await back(user)).toMatchObject({ status: "open", userId: admin.userId, queueId });
  const log = await user.call(tickets.log, { params: { ticketId } });
  expect(log.at(-1)).toMatchObject({ type: "takenBack", user: { id: user.userId } });
});

test("a transfer stays when somebody has answered the customer", async () => {
  const { admin, user, change, back } = await handedAway();
  await change(admin, { status: "open" });
  await expect(back(user)).rejects.toMatchObject({ code: "ERR_TICKET_NOT_OPEN" });
});

test("a transfer can be taken back when a colleague has only looked at it", async () => {
  const { admin, user, ticketId, elsewhere, back } = await handedAway();
  const other = await someone({ colleagueOf: admin, profile: "user", queueIds: [elsewhere] });
  await other.call(presence.say, { params: { ticketId }, body: { state: "viewing" } });
  expect(await back(user)).toMatchObject({ status: "open", userId: admin.userId });
});

test("the ticket goes back to its former owner when the caller asks for another", async () => {
  const { person: admin, ticketId, colleagueId, queueId } = await makeWorld();
  const user = await someone({ colleagueOf: admin, profile: "user", queueIds: [queueId] });
  await user.call(tickets.update, {
    params: { id: ticketId },
    body: { queueId, userId: colleagueId, isTransfered: true },
  });
  const answer = await user.fetch(`/api/tickets/takeBack/${ticketId}`, {
    method: "POST",
    body: JSON.stringify({ userId: user.userId }),
    headers: { "content-type": "application/json" },
  });
  expect(await answer.json()).toMatchObject({ status: "open", userId: admin.userId });
});

test("a transfer stays when its new owner has written", async () => {
  const { person: admin, ticketId, queueId } = await makeWorld();
  const [user, next] = [
    await someone({ colleagueOf: admin, profile: "user", queueIds: [queueId] }),
    await someone({ colleagueOf: admin, profile: "user", queueIds: [queueId] }),
  ];
  const to = { queueId, userId: next.userId, isTransfered: true };
  await user.call(tickets.update, { params: { id: ticketId }, body: { ...to, msgTransfer: "Já conversamos." } });
  await next.call(messages.send, { params: { ticketId }, body: { body: "Sou eu agora." } });
  await expect(user.call(tickets.takeBack, { params: { id: ticketId } })).rejects.toMatchObject({
    code: "ERR_TICKET_NOT_OPEN",
  });
});

test("a ticket counts one and keeps its place when it is marked unread, and loses the mark when it is read", async () => {
  const { person, ticketId, uuid } = await makeWorld();

  const read = () => person.call(messages.list, { params: { ticketId } });
  const unread = async () => (await person.call(tickets.show, { params: { uuid } })).unreadMessages;
  await read();
  expect(await unread()).toBe(0);
  const { updatedAt } = await person.call(tickets.show, { params: { uuid } });
  expect(await person.call(tickets.unread, { params: { id: ticketId } })).toMatchObject({
    unreadMessages: 1,
    updatedAt,
  });
  await read();
  expect(await unread()).toBe(0);
  await person.call(tickets.update, { params: { id: ticketId }, body: { status: "closed" } });
  await expect(person.call(tickets.unread, { params: { id: ticketId } })).rejects.toMatchObject({
    code: "ERR_TICKET_NOT_OPEN",
  });
});
