import { beforeAll, describe, expect, test } from "vitest";
import { receive } from "../../channels/inbound/inbound.ts";
import { tellAnew } from "../../channels/past/tell.ts";
import { type Said } from "../../core/testing/inbound.ts";
import { customerWrites, messageEvent } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import type { Call } from "../../contract/endpoint.ts";
import { contacts } from "../contacts/contract.ts";
import { messages } from "../messages/contract.ts";
import { type Ticket, tickets } from "../tickets/contract.ts";
import { users } from "../users/contract.ts";
import { sync } from "./contract.ts";

type Query = Call<typeof sync.tickets>["query"];
const ask = (person: Person, query: Query = {}) => person.call(sync.tickets, { query });
const idsOf = (page: { tickets: { ticket: Ticket }[] }) => page.tickets.map(({ ticket }) => ticket.id);
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

/** Everything a round answers, page by page. */
async function wholeRound(person: Person, query: Query = {}) {
  const pages = [await ask(person, query)];
  for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) {
    pages.push(await ask(person, { ...query, after: next }));
  }
  return { pages, tickets: pages.flatMap((page) => page.tickets) };
}
/** An instant of the database's clock. */
async function now(person: Person): Promise<string> {
  const [row] = await withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ at: Date }[]>`select clock_timestamp() as at`,
  );
  return row!.at.toISOString();
}

describe("equals what list and conversation answer", () => {
  const live = ["open", "pending", "group", "lgpd", "nps"] as const;
  let admin: Person;
  let queueIds: number[];
  beforeAll(async () => {
    admin = await someone({ settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled" } });
    queueIds = [await makeQueue(admin), await makeQueue(admin)];
    const connectionId = await makeConnection(admin, "facebook");
    for (
      const [i, queueId] of [queueIds[0]!, queueIds[1]!, null, queueIds[0]!, null, queueIds[1]!, queueIds[0]!].entries()
    ) {
      const said = (more: Partial<Said> = {}) => customerWrites(admin, { connectionId, from: `c${i}`, ...more });
      const first = await said({ text: "antes" });
      await move(first.ticketId, queueIds[i % 2]!, "open");
      await admin.call(messages.send, { params: { ticketId: first.ticketId }, body: { body: `resposta ${i}` } });
      await admin.call(tickets.update, {
        params: { id: first.ticketId },
        body: { status: "closed", sendFarewellMessage: false },
      });
      const { ticketId } = await said({ text: "de novo" });
      for (let n = 0; n < i; n++) await said({ text: `mensagem ${n}` });
      await move(ticketId, queueId, [...live, "pending", "closed"][i]!);
    }
  });
  const move = (id: number, queueId: number | null, status: string) =>
    withTenant(
      { companyId: admin.companyId },
      (tx) =>
        tx`update app.tickets set queue_id = ${queueId}, status = ${status}, is_group = ${
          status === "group"
        } where id = ${id}`,
    );

  const viewers: [string, () => Promise<Person>][] = [
    ["an admin", () => Promise.resolve(admin)],
    ["a member of one queue", () => someone({ colleagueOf: admin, queueIds: [queueIds[0]!] })],
    ["a member who sees groups", () => someone({ colleagueOf: admin, queueIds, flags: { allow_groups: true } })],
    ["a member who sees tickets without a queue", () => someone({ colleagueOf: admin, flags: { all_tickets: true } })],
    [
      "a member who only reads other queues",
      () => someone({ colleagueOf: admin, queueIds: [queueIds[1]!], flags: { all_history: true } }),
    ],
    ["a member who sees nothing", () => someone({ colleagueOf: admin })],
  ];
  test.each(viewers)("for %s", async (name, viewer) => {
    const person = await viewer();
    const round = await wholeRound(person, { limit: 2 });
    const { tickets: seen } = await person.call(tickets.list, { query: { statusFilter: JSON.stringify(live) } });
    // A device stores the tickets its person works in, not the others they may read.
    const listed = seen.filter(({ queueId }) =>
      name !== "a member who only reads other queues" || queueId === queueIds[1]
    );
    const all = name === "an admin" ? 6 : null;
    if (all) expect(listed).toHaveLength(all);
    const byId = (a: Ticket, b: Ticket) => a.id - b.id;
    expect(round.tickets.map(({ ticket }) => ticket).sort(byId)).toEqual(listed.sort(byId));
    expect(round.pages[0]!.ids).toEqual(round.tickets.map(({ ticket }) => ticket.id));
    expect(round.pages.slice(1).every((page) => page.ids === null && page.at === round.pages[0]!.at)).toBe(true);
    const order = round.tickets.map(({ ticket }) => ticket.updatedAt);
    expect(order).toEqual([...order].sort().reverse());
    for (const { ticket, messages: said } of round.tickets) {
      const shown = await person.call(messages.list, {
        params: { ticketId: ticket.id },
        query: { markAsRead: "false" },
      });
      expect(said).toEqual(shown.messages);
    }
  });

  test("the history holds a contact's other tickets that the person may see, with masked numbers", async () => {
    const member = await someone({ colleagueOf: admin, queueIds: [queueIds[0]!] });
    const [own, others] = await Promise.all([ask(member), ask(admin)]);
    const bodies = (page: typeof own) =>
      new Map(page.tickets.map(({ ticket, messages }) => [ticket.id, messages.map((m) => m.body)]));
    const [mine, all] = [bodies(own), bodies(others)];
    expect(mine.size).toBeGreaterThan(1);
    expect([...mine].some(([id, said]) => said.length < all.get(id)!.length)).toBe(true);
    expect([...mine].some(([, said]) => said.includes("antes"))).toBe(true);
    await withTenant(
      { companyId: admin.companyId },
      (tx) =>
        tx`update app.contacts set number = '5511955550101' where company_id = ${admin.companyId} and id = ${
          own.tickets[0]!.ticket.contactId
        }`,
    );
    expect((await ask(member)).tickets[0]!.ticket.contact.number).toBe("5511*******01");
    expect(
      (await ask(admin)).tickets.find(({ ticket }) => ticket.id === own.tickets[0]!.ticket.id)!.ticket.contact.number,
    )
      .toBe("5511955550101");
  });
});

async function office() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const made = [];
  for (let i = 0; i < 3; i++) made.push(await customerWrites(admin, { connectionId, from: `p${i}`, text: `oi ${i}` }));
  return { admin, connectionId, made };
}

test("a round holds the newest messages only, as many as asked for, and marks none read", async () => {
  const { admin, connectionId, made } = await office();
  const id = made[0]!.ticketId;
  await admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  for (let n = 0; n < 5; n++) await customerWrites(admin, { connectionId, from: "p0", text: `mais ${n}` });
  const { tickets: [first] } = await ask(admin, { messages: 3, limit: 1 });
  expect(first!.messages.map((m) => [m.body, m.read])).toEqual([["mais 2", false], ["mais 3", false], [
    "mais 4",
    false,
  ]]);
  expect(first!.ticket.unreadMessages).toBe(6);
  expect((await ask(admin, { messages: 0 })).tickets.flatMap(({ messages }) => messages)).toEqual([]);
  const again = await admin.call(tickets.show, { params: { uuid: first!.ticket.uuid } });
  expect(again.unreadMessages).toBe(6);
});

describe("since", () => {
  /** The changes since now, for a device that was answered `at` without its margin. */
  async function moved(person: Person, change: () => Promise<unknown>): Promise<number[]> {
    const since = await now(person);
    await change();
    return idsOf(await ask(person, { since }));
  }

  test("answers the tickets with a change: a message, an edit, a read mark, a status of the provider, a contact's name", async () => {
    const { admin, connectionId, made: [a, b] } = await office();
    const id = a!.ticketId;
    expect(await moved(admin, () => Promise.resolve())).toEqual([]);
    expect(await moved(admin, () => customerWrites(admin, { connectionId, from: "p1" }))).toEqual([b!.ticketId]);
    expect(await moved(admin, () => admin.call(tickets.update, { params: { id }, body: { status: "open" } }))).toEqual([
      id,
    ]);
    expect(await moved(admin, () => admin.call(messages.list, { params: { ticketId: id } }))).toEqual([id]);
    const { messages: [note] } = await admin.call(messages.send, {
      params: { ticketId: id },
      body: { body: "nota", isPrivate: true },
    });
    expect(await moved(admin, () => admin.call(messages.edit, { params: { id: note!.id }, body: { body: "outra" } })))
      .toEqual([id]);
    const { messages: [said] } = await admin.call(messages.send, {
      params: { ticketId: id },
      body: { body: "bom dia" },
    });
    const echo = messageEvent({ connectionId, from: "p0", fromMe: true, key: said!.key!, text: "bom dia" });
    expect(await moved(admin, () => receive(admin.companyId, connectionId, echo))).toEqual([id]);
    const name = () => admin.call(contacts.update, { params: { id: b!.contactId }, body: { name: "Outro nome" } });
    expect(await moved(admin, name)).toEqual([b!.ticketId]);
  });

  test("answers a ticket when its history changed: a message of an earlier ticket, or that ticket deleted", async () => {
    const { admin, connectionId, made: [a] } = await office();
    const id = a!.ticketId;
    await admin.call(tickets.update, { params: { id }, body: { status: "open" } });
    const { messages: [note] } = await admin.call(messages.send, {
      params: { ticketId: id },
      body: { body: "nota", isPrivate: true },
    });
    await admin.call(tickets.update, { params: { id }, body: { status: "closed" } });
    const { ticketId } = await customerWrites(admin, { connectionId, from: "p0", text: "de novo" });
    const bodies = async () =>
      (await ask(admin)).tickets.find(({ ticket }) => ticket.id === ticketId)!.messages.map((m) => m.body);
    expect(await bodies()).toEqual(["oi 0", "nota", "de novo"]);
    const edit = () => admin.call(messages.edit, { params: { id: note!.id }, body: { body: "outra" } });
    expect(await moved(admin, edit)).toEqual([ticketId]);
    expect(await bodies()).toEqual(["oi 0", "outra", "de novo"]);
    expect(await moved(admin, () => admin.call(tickets.remove, { params: { id } }))).toEqual([ticketId]);
    expect(await bodies()).toEqual(["de novo"]);
  });

  test("answers all tickets when the caller's own rights changed", async () => {
    const { admin, made } = await office();
    const [user, colleague] = [await someone({ colleagueOf: admin }), await someone({ colleagueOf: admin })];
    const since = await now(admin);
    await admin.call(users.update, { params: { id: user.userId }, body: { allTicket: "enable" } });
    expect(idsOf(await ask(user, { since })).sort()).toEqual(made.map((m) => m.ticketId).sort());
    expect(idsOf(await ask(admin, { since }))).toEqual([]);
    expect((await ask(colleague, { since })).ids).toEqual([]);
  });

  test("answers all tickets to everybody when a bulk change was announced as a whole", async () => {
    const { admin, made } = await office();
    const since = await now(admin);
    await withTenant({ companyId: admin.companyId }, (tx) => Promise.resolve(tellAnew(tx, 1)));
    expect(idsOf(await ask(admin, { since })).sort()).toEqual(made.map((m) => m.ticketId).sort());
  });

  test("answers all tickets when it is longer ago than events are kept", async () => {
    const { admin, made } = await office();
    const page = await ask(admin, { since: later(await now(admin), -6.5 * 864e5) });
    expect(page.tickets).toHaveLength(made.length);
  });

  test("answers the change of a transaction that began before `at` and ended after it", async () => {
    const { admin, made: [a] } = await office();
    let commit = () => {};
    const held = withTenant({ companyId: admin.companyId }, async (tx) => {
      await tx`update app.tickets set updated_at = now(), last_message = 'tarde' where company_id = ${tx.companyId} and id = ${
        a!.ticketId
      }`;
      await new Promise<void>((resolve) => commit = resolve);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { at, tickets: before } = await ask(admin);
    expect(before.every(({ ticket }) => ticket.lastMessage !== "tarde")).toBe(true);
    commit();
    await held;
    const seen = (await ask(admin, { since: at })).tickets.find(({ ticket }) => ticket.id === a!.ticketId);
    expect(seen?.ticket.lastMessage).toBe("tarde");
  });

  test("leaves out the id of a ticket that was closed or that the person sees no more", async () => {
    const admin = await someone();
    const queueIds = [await makeQueue(admin), await makeQueue(admin)];
    const connectionId = await makeConnection(admin, "facebook");
    const [a, b] = [await customerWrites(admin, { connectionId }), await customerWrites(admin, { connectionId })];
    const give = (id: number, queueId: number) =>
      admin.call(tickets.update, { params: { id }, body: { isTransfered: true, queueId } });
    for (const { ticketId } of [a, b]) {
      await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
      await give(ticketId, queueIds[0]!);
    }
    const member = await someone({ colleagueOf: admin, queueIds: [queueIds[0]!] });
    const first = await ask(member);
    expect(first.ids!.sort()).toEqual([a.ticketId, b.ticketId].sort());
    await give(a.ticketId, queueIds[1]!).catch(() => {});
    await admin.call(tickets.update, { params: { id: a.ticketId }, body: { status: "open" } });
    await give(a.ticketId, queueIds[1]!);
    expect(await ask(member, { since: first.at })).toMatchObject({ ids: [b.ticketId] });
    await admin.call(tickets.update, { params: { id: b.ticketId }, body: { status: "closed" } });
    expect(await ask(member, { since: first.at })).toMatchObject({ ids: [], tickets: [] });
  });
});

test("no ticket falls between pages when tickets changed within microseconds", async () => {
  const { admin, made } = await office();
  await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx`update app.tickets set updated_at = '2026-01-01 12:00:00+00'::timestamptz + make_interval(secs => id % 100 * 0.000007) where company_id = ${tx.companyId}`,
  );
  const { tickets: all } = await wholeRound(admin, { limit: 1 });
  expect(new Set(all.map(({ ticket }) => ticket.id))).toEqual(new Set(made.map((m) => m.ticketId)));
});

test("a cursor is refused when the server did not make it", async () => {
  const admin = await someone();
  for (
    const after of [
      "x",
      "AAAA",
      btoa("1700000000000 1 5 2026-01-01"),
      btoa("1700000000000 1 0x5 2026-01-01 00:00:00+00"),
    ]
  ) {
    await expect(ask(admin, { after })).rejects.toMatchObject({ status: 400, code: "ERR_BAD_CURSOR" });
  }
  await expect(ask(admin, { after: btoa("1700000000000 1 5 2026-13-01 00:00:00+00").replaceAll("=", "") })).rejects
    .toMatchObject({ status: 400, code: "ERR_BAD_CURSOR" });
});
