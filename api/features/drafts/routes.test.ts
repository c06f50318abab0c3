import { describe, expect, test } from "vitest";
import { sweepRetention } from "../../core/sweep.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "../tickets/contract.ts";
import { users } from "../users/contract.ts";
import { drafts } from "./contract.ts";

async function office() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { ticketId } = await customerWrites(admin, { connectionId });
  return { admin, connectionId, ticketId };
}
const write = (person: Person, ticketId: number, text: string, base: number, mode: "reply" | "note" = "reply") =>
  person.call(drafts.write, { params: { ticketId, mode }, body: { text, base } });
const kept = async (person: Person) => (await person.call(drafts.list)).map((d) => [d.ticketId, d.mode, d.text, d.rev]);
const inCompany = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
const events = (person: Person) =>
  inCompany(person, (tx) => tx`select audience, payload from app.events where name like '%-draft' order by position`);

describe("writing", () => {
  test("stores the text by ticket and mode, and counts its revisions", async () => {
    const { admin, ticketId } = await office();
    expect(await write(admin, ticketId, "Bom", 0)).toMatchObject({ ticketId, mode: "reply", text: "Bom", rev: 1 });
    expect(await write(admin, ticketId, "Bom dia", 1)).toMatchObject({ text: "Bom dia", rev: 2 });
    await write(admin, ticketId, "nota", 0, "note");
    expect((await kept(admin)).sort()).toEqual([[ticketId, "note", "nota", 1], [ticketId, "reply", "Bom dia", 2]]);
  });

  test("a write is refused when another device changed the draft, and the answer carries that draft", async () => {
    const { admin, ticketId } = await office();
    await write(admin, ticketId, "do telefone", 0);
    await expect(write(admin, ticketId, "da mesa", 0)).rejects.toMatchObject({
      status: 409,
      code: "ERR_DRAFT_CHANGED",
      body: { draft: { ticketId, mode: "reply", text: "do telefone", rev: 1 } },
    });
    expect(await write(admin, ticketId, "da mesa", 1)).toMatchObject({ text: "da mesa", rev: 2 });
  });

  test("the same text changes nothing and announces nothing when it comes again", async () => {
    const { admin, ticketId } = await office();
    await write(admin, ticketId, "igual", 0);
    expect(await write(admin, ticketId, "igual", 0)).toMatchObject({ rev: 1 });
    expect(await write(admin, ticketId, "igual", 7)).toMatchObject({ rev: 1 });
    expect(await events(admin)).toHaveLength(1);
  });

  test("the server repeats a lost answer by its key, although other writes followed", async () => {
    const { admin, ticketId } = await office();
    const send = (text: string, base: number, key: string) =>
      admin.call(drafts.write, { params: { ticketId, mode: "reply" }, body: { text, base } }, {
        "idempotency-key": key,
      });
    const first = await send("um", 0, "k1");
    await send("dois", 1, "k2");
    expect(await send("um", 0, "k1")).toEqual(first);
    expect(await kept(admin)).toEqual([[ticketId, "reply", "dois", 2]]);
  });

  test("one device wins and the others are refused when several write at once from the same revision", async () => {
    const { admin, ticketId } = await office();
    for (const base of [0, 1]) {
      const done = await Promise.allSettled(
        Array.from({ length: 6 }, (_, i) => write(admin, ticketId, `${base} de ${i}`, base)),
      );
      expect(done.filter((one) => one.status === "fulfilled")).toHaveLength(1);
      for (const one of done) {
        if (one.status === "rejected") {
          expect(one.reason).toMatchObject({ code: "ERR_DRAFT_CHANGED", body: { draft: { rev: base + 1 } } });
        }
      }
    }
  });

  test("an ended draft stays empty and its revisions go on; ending does nothing when no draft exists", async () => {
    const { admin, ticketId } = await office();
    expect(await write(admin, ticketId, "", 3)).toMatchObject({ text: "", rev: 3 });
    expect(await kept(admin)).toEqual([]);
    await write(admin, ticketId, "texto", 0);
    expect(await write(admin, ticketId, "", 1)).toMatchObject({ text: "", rev: 2 });
    expect(await kept(admin)).toEqual([[ticketId, "reply", "", 2]]);
    await expect(write(admin, ticketId, "de ontem", 1)).rejects.toMatchObject({
      body: { draft: { text: "", rev: 2 } },
    });
    expect(await write(admin, ticketId, "novo", 2)).toMatchObject({ rev: 3 });
  });
});

test("is told to this person's streams only", async () => {
  const { admin, ticketId } = await office();
  const { stream } = await testApp();
  const me = (person: Person, profile: "admin" | "user") => ({
    id: person.userId,
    companyId: person.companyId,
    profile,
    queueIds: [],
    sessionId: person.sessionId,
    companyExpired: false,
  } as never);
  const other = await someone({ colleagueOf: admin, profile: "admin" });
  const streams = await Promise.all(
    [admin, other].map((person) => stream.open(me(person, "admin"), Date.now() / 1000 + 60, null)),
  );
  await write(admin, ticketId, "segredo meu", 0);
  const other2 = await customerWrites(admin, { connectionId: await makeConnection(admin, "facebook"), text: "fim" });
  expect(other2.ticketId).toBeGreaterThan(0);
  const seen = await Promise.all(streams.map(async (body) => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      if (text.includes("appMessage")) break;
    }
    return text;
  }));
  expect(seen[0]).toContain("segredo meu");
  expect(seen[0]).toContain(`company-${admin.companyId}-draft`);
  expect(seen[1]).not.toContain("segredo meu");
});

describe("a draft", () => {
  test("belongs to its author alone, on tickets they may see", async () => {
    const { admin, ticketId } = await office();
    const queueId = await makeQueue(admin);
    await inCompany(admin, (tx) => tx`update app.tickets set queue_id = ${queueId} where id = ${ticketId}`);
    const [member, stranger] = [
      await someone({ colleagueOf: admin, queueIds: [queueId] }),
      await someone({ colleagueOf: admin }),
    ];
    await write(admin, ticketId, "do chefe", 0);
    expect(await write(member, ticketId, "do colega", 0)).toMatchObject({ rev: 1 });
    expect([await kept(admin), await kept(member)]).toEqual([[[ticketId, "reply", "do chefe", 1]], [[
      ticketId,
      "reply",
      "do colega",
      1,
    ]]]);
    await expect(write(stranger, ticketId, "x", 0)).rejects.toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
    await inCompany(admin, (tx) => tx`update app.tickets set queue_id = null where id = ${ticketId}`);
    expect(await kept(member)).toEqual([]);
  });

  test("is deleted with its ticket and with its author", async () => {
    const { admin, connectionId, ticketId } = await office();
    const second = await customerWrites(admin, { connectionId, from: "outro" });
    const user = await someone({ colleagueOf: admin, flags: { all_tickets: true } });
    for (const id of [ticketId, second.ticketId]) await write(user, id, "texto", 0);
    await admin.call(tickets.remove, { params: { id: ticketId } });
    expect(await kept(user)).toEqual([[second.ticketId, "reply", "texto", 1]]);
    await admin.call(users.remove, { params: { id: user.userId } });
    expect(await inCompany(admin, (tx) => tx`select 1 from app.drafts`)).toHaveLength(0);
  });
});

test("is dropped when its author has more than 500: ended ones first, then the oldest", async () => {
  const { admin, connectionId, ticketId } = await office();
  await inCompany(admin, (tx) =>
    tx`
    with made as (
      insert into app.contacts (name, number, connection_id, channel) select 'C', 'n' || i, ${connectionId}, 'facebook' from generate_series(1, 500) i returning id),
    live as (
      insert into app.tickets (contact_id, connection_id, channel) select id, ${connectionId}, 'facebook' from made returning id)
    insert into app.drafts (user_id, ticket_id, mode, text, rev, updated_at)
    select ${admin.userId}, id, 'reply', case when n = 250 then '' else 'd' || n end, 1, now() - make_interval(secs => n)
    from (select id, row_number() over (order by id) as n from live) x`);
  const texts = async () => new Set((await admin.call(drafts.list)).map((d) => d.text));
  await write(admin, ticketId, "novo", 0);
  expect((await texts()).size).toBe(500);
  expect((await texts()).has("")).toBe(false);
  await write(admin, ticketId, "nova nota", 0, "note");
  const left = await texts();
  expect([left.size, left.has("novo"), left.has("nova nota"), left.has("d499"), left.has("d500")]).toEqual([
    500,
    true,
    true,
    true,
    false,
  ]);
});

test("is swept 30 days after it ended, and never while it holds text", async () => {
  const { admin, connectionId, ticketId } = await office();
  const second = await customerWrites(admin, { connectionId, from: "outro" });
  await write(admin, ticketId, "velho", 0);
  await write(admin, second.ticketId, "fim", 0);
  await write(admin, second.ticketId, "", 1);
  await sweepRetention();
  expect(await kept(admin)).toHaveLength(2);
  await inCompany(
    admin,
    (tx) => tx`update app.drafts set updated_at = now() - interval '31 days' where user_id = ${admin.userId}`,
  );
  await sweepRetention();
  expect(await kept(admin)).toEqual([[ticketId, "reply", "velho", 1]]);
});
