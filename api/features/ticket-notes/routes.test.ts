import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { ticketNotes } from "./contract.ts";

const write = (by: Person, ticketId: number, note: string, contactId?: number) =>
  by.call(ticketNotes.create, { body: { ticketId, contactId, note } });
const notes = async (by: Person, query: { ticketId?: number; contactId?: number }) =>
  (await by.call(ticketNotes.list, { query })).map(({ note }) => note);

test("a note has two characters at least, and belongs to its ticket's contact", async () => {
  const { person, ticketId, contactId } = await makeWorld();
  await expect(write(person, ticketId, " a ")).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  await expect(write(person, ticketId, "Paga em dia", contactId + 1)).rejects.toMatchObject({
    code: "ERR_NO_CONTACT_FOUND",
  });
  expect(await write(person, ticketId, "Paga em dia", contactId)).toMatchObject({
    note: "Paga em dia",
    user: { id: person.userId },
    ticketId,
    contactId,
  });
});

test("notes are listed by ticket and by contact, the latest first, and not at all when neither is given", async () => {
  const { person, ticketId, contactId } = await makeWorld();
  await write(person, ticketId, "Primeira");
  await write(person, ticketId, "Segunda");
  expect((await notes(person, { ticketId })).slice(0, 2)).toEqual(["Segunda", "Primeira"]);
  expect((await notes(person, { contactId })).slice(0, 2)).toEqual(["Segunda", "Primeira"]);
  expect(await notes(person, {})).toEqual([]);
});

test("people who see the ticket read its notes; the author and admins change them", async () => {
  const world = await makeWorld();
  const { person: admin, ticketId } = world;
  const outsider = await someone({ colleagueOf: admin, profile: "user" });
  const user = await someone({ colleagueOf: admin, profile: "user", queueIds: [world.queueId] });
  const { id } = await write(admin, ticketId, "Do administrador");
  const change = (by: Person, note: string) => by.call(ticketNotes.update, { params: { id }, body: { note } });
  expect(await notes(outsider, { ticketId })).toEqual([]);
  await expect(change(outsider, "Minha")).rejects.toMatchObject({ status: 404, code: "ERR_NO_NOTE_FOUND" });
  expect(await notes(user, { ticketId })).toContain("Do administrador");
  await expect(change(user, "Minha")).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  const own = await write(user, ticketId, "Prefere e-mail");
  expect(await admin.call(ticketNotes.update, { params: { id: own.id }, body: { note: "Prefere telefone" } }))
    .toMatchObject({ note: "Prefere telefone", user: { id: user.userId } });
  await user.call(ticketNotes.remove, { params: { id: own.id } });
  expect(await notes(user, { ticketId })).not.toContain("Prefere telefone");
});
