// People without a number are found by their provider's id, as others are by their number.
import { beforeAll, expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { tickets } from "../tickets/contract.ts";
import { contacts } from "./contract.ts";

const PSID = "6140522789134567";
const IGSID = "17841405309211844";
const LID = "98211234567890123";
let admin: Person;
let reader: Person;
let made: Record<"facebook" | "instagram" | "whatsapp", { ticketId: number; contactId: number }>;
beforeAll(async () => {
  admin = await someone({ settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled" } });
  reader = await someone({ colleagueOf: admin, flags: { all_tickets: true } });
  const writes = async (channel: "facebook" | "instagram" | "whatsapp", from: string) =>
    await customerWrites(admin, { connectionId: await makeConnection(admin, channel), from, name: "Zélia Ávila" });
  made = {
    facebook: await writes("facebook", PSID),
    instagram: await writes("instagram", IGSID),
    whatsapp: await writes("whatsapp", LID),
  };
});
const people = async (who: Person, query: Record<string, string>) => {
  const { contacts: list, count } = await who.call(contacts.list, { query });
  expect(count).toBe(list.length);
  return list.map(({ id }) => id);
};
const talks = async (who: Person, searchParam: string, more: Record<string, string> = {}) => {
  const { tickets: list, count } = await who.call(tickets.list, { query: { searchParam, ...more } });
  expect(count).toBe(list.length);
  return list.map(({ id }) => id);
};

test.each([["facebook", PSID], ["instagram", IGSID]] as const)("a person of %s is found by their whole id", async (
  channel,
  id,
) => {
  const { contactId, ticketId } = made[channel];
  expect(await people(admin, { searchParam: id })).toEqual([contactId]);
  expect(await people(admin, { searchParam: ` ${id} `, channel })).toEqual([contactId]);
  expect(await people(admin, { searchParam: id, channel: "webchat" })).toEqual([]);
  expect(await people(admin, { searchParam: id.slice(0, -1) })).toEqual([]);
  expect(await talks(admin, id)).toEqual([ticketId]);
  expect(await talks(admin, id, { contacts: JSON.stringify([made.whatsapp.contactId]) })).toEqual([]);
  expect(await admin.call(contacts.profile, { params: { number: id } })).toEqual({ contactId, urlPicture: null });
});

test("nobody is found by an id that is hidden, nor by any where numbers are", async () => {
  expect(await people(admin, { searchParam: LID })).toEqual([]);
  await expect(admin.call(contacts.profile, { params: { number: LID } })).rejects.toMatchObject({ status: 404 });
  expect(await people(reader, { searchParam: PSID })).toEqual([]);
  expect(await talks(reader, PSID)).toEqual([]);
  await expect(reader.call(contacts.profile, { params: { number: PSID } })).rejects.toMatchObject({ status: 404 });
});

test("an id shows nobody's tickets to who may not see them, and nobody of another company", async () => {
  const open = await someone();
  const connectionId = await makeConnection(open, "facebook");
  const { ticketId, contactId } = await customerWrites(open, { connectionId, from: PSID });
  const queueId = await makeQueue(open);
  await withTenant(
    { companyId: open.companyId },
    (tx) => tx`update app.tickets set queue_id = ${queueId} where id = ${ticketId}`,
  );
  const elsewhere = await someone({ colleagueOf: open, profile: "user" });
  expect(await talks(open, PSID)).toEqual([ticketId]);
  expect(await talks(elsewhere, PSID)).toEqual([]);
  expect(await people(open, { searchParam: PSID })).toEqual([contactId]);
});

test("a telephone number goes before an id that is the same digits", async () => {
  const { id } = await admin.call(contacts.create, { body: { name: "Ana", number: IGSID } });
  expect(await admin.call(contacts.profile, { params: { number: IGSID } })).toMatchObject({ contactId: id });
  expect((await people(admin, { searchParam: IGSID })).sort()).toEqual([made.instagram.contactId, id].sort());
});
