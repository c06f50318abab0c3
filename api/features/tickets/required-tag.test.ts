// The setting `requiredTag` (docs/product/tickets.md#close), for every way of closing a ticket that was served.
import { describe, expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { withTenant } from "../../../db/tenant.ts";
import { sweepTimed } from "../automation/sweep.ts";
import { tickets } from "./contract.ts";

const put = (person: Person, id: number, body: Record<string, unknown>) =>
  person.call(tickets.update, { params: { id }, body });
const inCompany = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
/** A company that wants a tag, or not, with a ticket that somebody serves. */
async function served(admin: Person) {
  const connectionId = await makeConnection(admin, "facebook");
  const made = await customerWrites(admin, { connectionId });
  await put(admin, made.ticketId, { status: "open" });
  return { connectionId, ...made };
}
const strict = () => someone({ settings: { requiredTag: "enabled" } });
async function tag(admin: Person, contactId: number) {
  await inCompany(admin, async (tx) => {
    const [made] = await tx`insert into app.tags (name, color) values (${`vip ${contactId}`}, '#123456') returning id`;
    await tx`insert into app.contact_tags (contact_id, tag_id) values (${contactId}, ${made!.id})`;
  });
}
const types = async (person: Person, ticketId: number) =>
  (await person.call(tickets.log, { params: { ticketId } })).map((line) => line.type);
const refusal = { code: "ERR_TICKET_TAG_REQUIRED" };

describe("a company that wants a tag before closing", () => {
  test("refuses the close of a contact without one", async () => {
    const admin = await strict();
    const { ticketId, contactId } = await served(admin);
    await expect(put(admin, ticketId, { status: "closed" })).rejects.toMatchObject(refusal);
    await tag(admin, contactId);
    expect(await put(admin, ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
  });

  test.each(["open", "group"])("refuses the close of a group without one in state %s", async (status) => {
    const admin = await strict();
    const { ticketId } = await served(admin);
    await inCompany(admin, (tx) => tx`update app.tickets set ${tx({ status, is_group: true })} where id = ${ticketId}`);
    await expect(put(admin, ticketId, { status: "closed" })).rejects.toMatchObject(refusal);
  });

  test("leaves tickets without a tag open when all are closed, and answers how many", async () => {
    const admin = await strict();
    const [bare, tagged] = [await served(admin), await served(admin)];
    await tag(admin, tagged.contactId);
    const answer = await admin.call(tickets.closeAll, { body: { status: "open", selectedQueueIds: [0] } });
    expect(answer).toEqual({ closed: 1, untagged: 1 });
    const { tickets: left } = await admin.call(tickets.list, { query: { status: "open" } });
    expect(left.map((ticket) => ticket.id)).toEqual([bare.ticketId]);
  });

  test("lets waiting tickets be closed without one, because nobody has served them", async () => {
    const admin = await strict();
    const connectionId = await makeConnection(admin, "facebook");
    await customerWrites(admin, { connectionId });
    const answer = await admin.call(tickets.closeAll, { body: { status: "pending", selectedQueueIds: [0] } });
    expect(answer).toEqual({ closed: 1, untagged: 0 });
  });

  test("keeps an idle ticket without one open, with one row in the log, until it has a tag", async () => {
    const admin = await strict();
    const { ticketId, contactId, connectionId } = await served(admin);
    await inCompany(
      admin,
      (tx) => tx`update app.connections set close_after_min = 5, expired_text = 'Até.' where id = ${connectionId}`,
    );
    const later = (minutes: number) => sweepTimed(new Date(Date.now() + minutes * 60_000), admin.companyId);
    expect([await later(6), await later(7)]).toEqual([1, 0]);
    expect(await types(admin, ticketId)).toEqual(["create", "open", "tagRequired"]);
    await tag(admin, contactId);
    await later(8);
    expect(await types(admin, ticketId)).toEqual(["create", "open", "tagRequired", "autoClose"]);
  });
});

test("a company that wants no tag closes without one", async () => {
  const admin = await someone();
  await served(admin);
  const answer = await admin.call(tickets.closeAll, { body: { status: "open", selectedQueueIds: [0] } });
  expect(answer).toEqual({ closed: 1, untagged: 0 });
});
