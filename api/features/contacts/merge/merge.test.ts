import { describe, expect, test } from "vitest";
import type { Identity, MessageEvent } from "../../../../channels/sdk/mod.ts";
import { asPlatform, withTenant } from "../../../../db/tenant.ts";
import { receive } from "../../../channels/inbound/inbound.ts";
import { loadPeer } from "../../../channels/outbound/row.ts";
import { makeConnection, makeQueue, someone } from "../../../core/testing/api.ts";
import { drafts } from "../../drafts/contract.ts";
import { messages } from "../../messages/contract.ts";
import { tickets } from "../../tickets/contract.ts";
import { contacts } from "../contract.ts";

const lid = (value: string): Identity => ({ kind: "lid", value });
const phone = (value: string): Identity => ({ kind: "phone", value });
let serial = 0;

/** A company with one line, and what a test does there. */
async function office(settings: Record<string, string> = {}) {
  const admin = await someone({ settings });
  const { companyId } = admin;
  const line = await makeConnection(admin, "whatsapp");
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work);
  return {
    admin,
    companyId,
    line,
    within,
    says: async (identities: Identity[], text = "Oi", more: Partial<MessageEvent> & { over?: number } = {}) => {
      const { over = line, ...event } = more;
      const externalId = `m${++serial}-${crypto.randomUUID()}`;
      await receive(companyId, over, {
        kind: "message",
        peer: { identities, name: undefined },
        externalId,
        fromMe: false,
        content: { type: "text", text },
        at: Date.now(),
        ...event,
      });
      return externalId;
    },
    pairs: (from: Identity, to: Identity) => receive(companyId, line, { kind: "identity", from, to, at: Date.now() }),
    people: () =>
      within((tx) =>
        tx<{ id: number; name: string; number: string; held: string[] }[]>`
          select c.id, c.name, c.number, array(select i.kind || ':' || i.value from app.contact_identities i
            where i.company_id = c.company_id and i.contact_id = c.id order by 1) as held
          from app.contacts c where c.company_id = ${companyId} order by c.id`
      ),
    said: () =>
      within((tx) =>
        tx<{ body: string; contact: number; ticket: number }[]>`
          select body, contact_id as contact, ticket_id as ticket from app.messages where company_id = ${companyId} order by id`
      ),
    tickets: () =>
      within((tx) =>
        tx<{ id: number; contact: number; status: string; owner: number | null; unread: number; last: string }[]>`
          select id, contact_id as contact, status, user_id as owner, unread, last_message as last from app.tickets where company_id = ${companyId} order by id`
      ),
    merges: () =>
      within((tx) => tx<{ id: number }[]>`select id from app.contact_merges where undone_at is null order by id`),
    events: () =>
      within((tx) =>
        tx<{ name: string; audience: string[]; payload: Record<string, unknown> }[]>`
          select name, audience, payload from app.events where company_id = ${companyId} order by position`
      ),
  };
}
type Office = Awaited<ReturnType<typeof office>>;

/** Counters say what a count over the rows says, and every row's contact is its ticket's. */
async function sound({ within, companyId }: Office) {
  const [row] = await within((tx) =>
    tx<{ counted: unknown; rows: unknown; strays: number; half: number; live: number }[]>`
      select (select jsonb_agg(to_jsonb(c) order by c.status, c.q, c.u) from (select status, queue_id as q, user_id as u, tickets, unread from app.ticket_counters
          where company_id = ${companyId} and (tickets <> 0 or unread <> 0)) c) as counted,
        (select jsonb_agg(to_jsonb(c) order by c.status, c.q, c.u) from (select status, coalesce(queue_id, 0) as q, coalesce(user_id, 0) as u, count(*) as tickets, sum(unread) as unread
          from app.tickets where company_id = ${companyId} group by 1, 2, 3) c) as rows,
        (select count(*) from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
          where m.company_id = ${companyId} and m.contact_id <> t.contact_id) as strays,
        (select sum(opened - closed) from app.half_hours where company_id = ${companyId}) as half,
        (select count(*) from app.ticket_rounds where company_id = ${companyId} and finished_at is null) as live`
  );
  expect(row!.counted).toEqual(row!.rows);
  expect(row!.strays).toBe(0);
  const live =
    (await within((tx) => tx`select 1 from app.tickets where company_id = ${companyId} and status <> 'closed'`)).length;
  expect([row!.half, row!.live]).toEqual([live, live]);
}

describe("one person is one contact", () => {
  test("a hidden id is no number, and is shown as an id until a name or number is known", async () => {
    const o = await office();
    await o.says([lid("98765432101234")]);
    expect(await o.people()).toMatchObject([{ name: "WhatsApp …1234", number: "" }]);
    await o.says([lid("98765432101234"), phone("5511988887777")]);
    expect(await o.people()).toMatchObject([{ name: "5511988887777", number: "5511988887777" }]);
    await o.says([lid("98765432101234")], "Oi", { peer: { identities: [lid("98765432101234")], name: "Ana" } });
    expect(await o.people()).toMatchObject([{ name: "Ana", held: ["lid:98765432101234", "phone:5511988887777"] }]);
  });

  test("an event that names two contacts merges them, their tickets and messages", async () => {
    const o = await office();
    await o.says([lid("1001")], "um");
    await o.says([phone("5511900000001")], "dois");
    expect(await o.people()).toHaveLength(2);
    await o.says([lid("1001"), phone("5511900000001")], "três");
    const [person, ...others] = await o.people();
    expect(others).toEqual([]);
    expect(person).toMatchObject({
      number: "5511900000001",
      name: "5511900000001",
      held: ["lid:1001", "phone:5511900000001"],
    });
    const [ticket, ...more] = await o.tickets();
    expect(more).toEqual([]);
    expect(ticket).toMatchObject({ contact: person!.id, status: "pending", unread: 3, last: "três" });
    expect(await o.said()).toEqual(
      ["um", "dois", "três"].map((body) => ({ body, contact: person!.id, ticket: ticket!.id })),
    );
    await sound(o);
  });

  test("an event that only pairs two identities merges their contacts too, and keeps earlier facts", async () => {
    const o = await office();
    await o.says([lid("1002")]);
    await o.says([phone("5511900000002")]);
    await o.pairs(lid("1002"), phone("5511900000002"));
    expect(await o.people()).toMatchObject([{ number: "5511900000002", held: ["lid:1002", "phone:5511900000002"] }]);
    await o.pairs(lid("404"), phone("5511900000404"));
    expect(await o.people()).toHaveLength(1);
  });

  test("the name that an agent gave stays, with tags, notes and history of both contacts", async () => {
    const o = await office();
    await o.says([lid("1003")], "primeiro");
    const named = await o.admin.call(contacts.create, {
      body: { name: "Dona Ana", number: "11 90000-0003", email: "ana@x.test" },
    })
      .catch(() =>
        o.admin.call(contacts.create, { body: { name: "Dona Ana", number: "5511900000003", email: "ana@x.test" } })
      );
    await o.within(async (tx) => {
      const [tag] = await tx<
        { id: number }[]
      >`insert into app.tags (name, color) values ('vip', '#111111') returning id`;
      await tx`insert into app.contact_tags (contact_id, tag_id) select id, ${
        tag!.id
      } from app.contacts where id <> ${named.id}`;
    });
    await o.pairs(lid("1003"), phone(named.number));
    expect(await o.admin.call(contacts.show, { params: { id: named.id } })).toMatchObject({
      name: "Dona Ana",
      email: "ana@x.test",
      tags: [{ name: "vip" }],
    });
    expect(await o.people()).toHaveLength(1);
    expect(await o.said()).toMatchObject([{ body: "primeiro", contact: named.id }]);
  });

  test("a merge moves every row that names a contact, also of a table that was added later", async () => {
    const columns = await asPlatform((tx) =>
      tx<{ at: string }[]>`
        select table_name || '.' || column_name as at from information_schema.columns
        where table_schema = 'app' and column_name ~ '(^|_)contact_id$' order by 1`
    );
    expect(columns.map(({ at }) => at)).toEqual([
      "campaign_shipping.contact_id",
      "contact_identities.contact_id",
      "contact_tags.contact_id",
      "contact_wallets.contact_id",
      "events.contact_id",
      // Stays: its readers look for merged contacts as well.
      "message_payloads.contact_id",
      "messages.contact_id",
      "messages_held.contact_id",
      "opt_outs.contact_id",
      "schedules.contact_id",
      "ticket_rounds.contact_id",
      "tickets.contact_id",
    ]);
  });
});

describe("two live tickets become one", () => {
  test("an agent goes on in the older ticket, with their draft", async () => {
    const o = await office();
    await o.says([lid("2001")], "antes");
    await o.says([phone("5511900002001")], "depois");
    const [older, younger] = await o.tickets();
    await o.admin.call(tickets.update, { params: { id: younger!.id }, body: { status: "open" } });
    await o.admin.call(drafts.write, {
      params: { ticketId: younger!.id, mode: "reply" },
      body: { text: "Olá, An", base: 0 },
    });
    await o.pairs(lid("2001"), phone("5511900002001"));
    expect(await o.tickets()).toMatchObject([{ id: older!.id, status: "open", owner: o.admin.userId, unread: 2 }]);
    expect(await o.admin.call(drafts.list)).toMatchObject([{ ticketId: older!.id, text: "Olá, An" }]);
    const log = await o.admin.call(tickets.log, { params: { ticketId: older!.id } });
    expect(log.map(({ type }) => type)).toEqual(expect.arrayContaining(["create", "open", "joined"]));
    await sound(o);
  });

  test.each([["older"], ["younger"]])(
    "of two tickets the waiting one goes on, not the one (%s) that was to be rated",
    async (rated) => {
      const o = await office({ userRating: "enabled" });
      await o.within((tx) => tx`update app.connections set rating_text = 'Nota?' where id = ${o.line}`);
      await o.says([lid("2003")], "antes");
      await o.says([phone("5511900002003")], "depois");
      const [older, younger] = await o.tickets();
      const { id } = rated === "older" ? older! : younger!;
      await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
      expect(await o.admin.call(tickets.update, { params: { id }, body: { status: "closed" } })).toMatchObject({
        status: "nps",
      });
      await o.pairs(lid("2003"), phone("5511900002003"));
      expect(await o.tickets()).toMatchObject([{ id: older!.id, status: "pending", owner: null, unread: 1 }]);
      await sound(o);
    },
  );

  test("an agent who saw only the merged contact hears that it is gone, and nothing of the other", async () => {
    const o = await office();
    const [here, there] = [await makeQueue(o.admin), await makeQueue(o.admin)];
    await o.says([lid("2002")], "um");
    await o.says([phone("5511900002002")], "dois");
    const [older, younger] = await o.tickets();
    const put = (id: number, queueId: number) => o.admin.call(tickets.update, { params: { id }, body: { queueId } });
    await put(older!.id, here);
    await put(younger!.id, there);
    const before = (await o.events()).length;
    await o.pairs(lid("2002"), phone("5511900002002"));
    const told = (await o.events()).slice(before);
    const theirs = told.filter(({ audience }) => audience.includes(`queue:${there}`));
    expect(theirs.map(({ payload }) => payload)).toEqual([{ action: "delete", ticketId: younger!.id }]);
    const ours = told.filter(({ audience }) => audience.includes(`queue:${here}`)).map(({ payload }) => payload);
    expect(ours).toContainEqual(
      expect.objectContaining({
        action: "create",
        message: expect.objectContaining({ body: "dois", ticketId: older!.id }),
      }),
    );
    expect(await o.tickets()).toMatchObject([{ id: older!.id }]);
  });

  test("but both go on when they are on different connections", async () => {
    const o = await office();
    const other = await makeConnection(o.admin, "whatsapp");
    await o.says([lid("2003")]);
    await o.says([phone("5511900002003")], "lá", { over: other });
    await o.pairs(lid("2003"), phone("5511900002003"));
    expect(await o.tickets()).toHaveLength(2);
    expect(new Set((await o.tickets()).map(({ contact }) => contact)).size).toBe(1);
    await sound(o);
  });
});

describe("undoing", () => {
  test("parts the contacts again, each with its messages, and they stay two", async () => {
    const o = await office();
    await o.says([lid("3001")], "dela");
    await o.says([phone("5511900003001")], "dele");
    const [her, him] = await o.people();
    const before = [await o.people(), await o.said(), await o.tickets()];
    await o.pairs(lid("3001"), phone("5511900003001"));
    await o.says([phone("5511900003001")], "dele, depois");
    const [merge] = await o.admin.call(contacts.merges, { params: { id: her!.id } });
    expect(merge).toMatchObject({ why: "identity", name: "5511900003001", number: "5511900003001" });
    const back = await o.admin.call(contacts.undoMerge, { params: { id: merge!.id } });
    expect(back).toMatchObject({ id: him!.id, number: "5511900003001" });
    expect(await o.people()).toEqual(before[0]);
    expect(await o.said()).toMatchObject([
      { body: "dela", contact: her!.id },
      { body: "dele", contact: him!.id },
      { body: "dele, depois", contact: her!.id },
    ]);
    expect(await o.tickets()).toMatchObject([
      { contact: her!.id, status: "pending", unread: 2 },
      { contact: him!.id, status: "pending", unread: 1, last: "dele" },
    ]);
    await sound(o);
    await expect(o.admin.call(contacts.undoMerge, { params: { id: merge!.id } })).rejects.toMatchObject({
      code: "ERR_ALREADY_IN_STATE",
    });
    await o.says([phone("5511900003001"), lid("3001")], "os dois");
    expect(await o.people()).toHaveLength(2);
    expect((await o.said()).at(-1)).toMatchObject({ contact: him!.id });
    await sound(o);
  });

  test("gives every contact its own again when the later of two merges is undone first, and when the earlier is", async () => {
    for (const order of [[1, 0], [0, 1]]) {
      const o = await office();
      const three = [lid("3101"), phone("5511900003101"), lid("3102")];
      for (const identity of three) await o.says([identity], identity.value);
      const before = [await o.people(), await o.said()];
      await o.pairs(three[1]!, three[2]!);
      await o.pairs(three[0]!, three[2]!);
      expect(await o.people()).toHaveLength(1);
      const merges = await o.merges();
      for (const i of order) await o.admin.call(contacts.undoMerge, { params: { id: merges[i]!.id } });
      expect(
        [await o.people(), await o.said()].map((rows) =>
          rows.map(({ id: _, ...row }: Record<string, unknown>) => ({ ...row, ticket: 0 }))
        ),
      )
        .toEqual(
          before.map((rows) => rows.map(({ id: _, ...row }: Record<string, unknown>) => ({ ...row, ticket: 0 }))),
        );
      await sound(o);
    }
  });

  test("an admin merges two contacts by hand; a plain user may not, and no contact merges with itself", async () => {
    const o = await office();
    await o.says([phone("5511900003201")]);
    await o.says([phone("5511900003202")]);
    const [one, two] = await o.people();
    const joined = await o.admin.call(contacts.merge, { params: { id: two!.id }, body: { contactId: one!.id } });
    expect(joined.id).toBe(two!.id);
    expect(await o.people()).toMatchObject([{ id: two!.id, held: ["phone:5511900003201", "phone:5511900003202"] }]);
    await expect(o.admin.call(contacts.merge, { params: { id: two!.id }, body: { contactId: two!.id } })).rejects
      .toMatchObject({ status: 400 });
    const member = await someone({ colleagueOf: o.admin });
    await expect(member.call(contacts.merge, { params: { id: two!.id }, body: { contactId: one!.id } })).rejects
      .toMatchObject({ status: 403 });
    await sound(o);
  });
});

describe("somebody of two ids at one provider, joined by hand,", () => {
  const psid = (value: string): Identity => ({ kind: "psid", value });

  test("is the same contact with either, and is written to at the id that each connection knows", async () => {
    const o = await office();
    const [first, second] = [await makeConnection(o.admin, "facebook"), await makeConnection(o.admin, "facebook")];
    await o.says([psid("7001")], "pela segunda", { over: second });
    await o.says([psid("7002")], "pela primeira", { over: first });
    const [one, two] = await o.people();
    await o.admin.call(contacts.merge, { params: { id: one!.id }, body: { contactId: two!.id } });
    const to = async (connection: number) =>
      (await o.within((tx) => loadPeer(tx, one!.id, connection))).identities.map(({ value }) => value);
    expect([await to(first), await to(second)]).toEqual([["7002", "7001"], ["7001", "7002"]]);
    await o.says([psid("7002")], "de novo", { over: first });
    await o.says([psid("7001")], "de novo", { over: second });
    expect((await o.said()).map(({ contact }) => contact)).toEqual(Array(4).fill(one!.id));
    expect([await to(first), await to(second)]).toEqual([["7002", "7001"], ["7001", "7002"]]);
  });

  test("is answered at the id they wrote with last, where one connection knows both", async () => {
    const o = await office();
    const page = await makeConnection(o.admin, "facebook");
    await o.says([psid("8001")], "uma", { over: page });
    await o.says([psid("8002")], "outra", { over: page });
    const [one, two] = await o.people();
    await o.admin.call(contacts.merge, { params: { id: one!.id }, body: { contactId: two!.id } });
    for (const id of ["8002", "8001", "8002"]) {
      await o.says([psid(id)], `de ${id}`, { over: page });
      const [to] = (await o.within((tx) => loadPeer(tx, one!.id, page))).identities;
      expect(to).toMatchObject({ kind: "psid", value: id });
    }
    expect(await o.people()).toMatchObject([{ id: one!.id, held: ["psid:8001", "psid:8002"] }]);
  });
});

describe("under any order", () => {
  /** A small generator whose run follows from its seed. */
  const random = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

  /** Persons have some identities; events name one or two of one person's. */
  function story(seed: number) {
    const next = random(seed);
    const people = Array.from(
      { length: 3 },
      (_, p) => [lid(`9${seed}${p}1`), phone(`55119${seed}0${p}001`.slice(0, 13)), lid(`9${seed}${p}2`)],
    );
    const steps: { kind: "says" | "pairs"; who: Identity[] }[] = [];
    for (const mine of people) {
      steps.push({ kind: "pairs", who: [mine[0]!, mine[1]!] }, { kind: "says", who: [mine[1]!, mine[2]!] });
      for (const one of mine) steps.push({ kind: "says", who: [one] });
      steps.push({ kind: "says", who: [mine[0]!, mine[1]!] }, { kind: "says", who: [mine[2]!, mine[0]!] });
    }
    for (let i = steps.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [steps[i], steps[j]] = [steps[j]!, steps[i]!];
    }
    return { people, steps };
  }
  const keyOf = ({ kind, value }: Identity) => `${kind}:${value}`;

  test.each([1, 2, 3, 4, 5, 6])("the same people come out, no message is lost or doubled (%i)", async (seed) => {
    const o = await office();
    const { people, steps } = story(seed);
    let spoken = 0;
    for (const { kind, who } of steps) {
      if (kind === "pairs") await o.pairs(who[0]!, who[1]!);
      else await o.says(who, `s${++spoken}`);
    }
    expect((await o.people()).map(({ held, number }) => [held, number]).sort()).toEqual(
      people.map((mine) => [mine.map(keyOf).sort(), mine[1]!.value]).sort(),
    );
    expect((await o.said()).map(({ body }) => body).sort()).toEqual(
      Array.from({ length: spoken }, (_, i) => `s${i + 1}`).sort(),
    );
    expect((await o.tickets()).filter(({ status }) => status !== "closed")).toHaveLength(3);
    await sound(o);
  });

  test.each([11, 12, 13])("the same people come out when all events come at once (%i)", async (seed) => {
    const o = await office();
    const { people, steps } = story(seed);
    let spoken = 0;
    await Promise.all(
      steps.map(({ kind, who }) => kind === "pairs" ? o.pairs(who[0]!, who[1]!) : o.says(who, `s${++spoken}`)),
    );
    // An event that pairs two unknown identities is forgotten; the next event that names both joins them.
    for (const mine of people) await o.says([mine[0]!, mine[1]!, mine[2]!], `s${++spoken}`);
    expect((await o.people()).map(({ held }) => held).sort()).toEqual(
      people.map((mine) => mine.map(keyOf).sort()).sort(),
    );
    expect((await o.said()).map(({ body }) => body).sort()).toEqual(
      Array.from({ length: spoken }, (_, i) => `s${i + 1}`).sort(),
    );
    await sound(o);
  });

  test("a message sent while contacts merge goes to the contact that stays", async () => {
    const o = await office();
    await o.says([lid("4001")]);
    await o.says([phone("5511900004001")]);
    const [older] = await o.tickets();
    await o.admin.call(tickets.update, { params: { id: older!.id }, body: { status: "open" } });
    await Promise.all([
      o.pairs(lid("4001"), phone("5511900004001")),
      ...Array.from({ length: 8 }, (_, i) => o.says([i % 2 ? lid("4001") : phone("5511900004001")], `n${i}`)),
      ...Array.from(
        { length: 4 },
        (_, i) => o.admin.call(messages.send, { params: { ticketId: older!.id }, body: { body: `r${i}` } }),
      ),
    ]);
    expect(await o.people()).toHaveLength(1);
    expect(await o.said()).toHaveLength(2 + 8 + 4);
    expect((await o.tickets()).map(({ id }) => id)).toEqual([older!.id]);
    await sound(o);
  });

  test("a merge waits for a ticket that is being opened for the merged contact, and moves it", async () => {
    const o = await office();
    await o.says([lid("4101")]);
    await o.says([phone("5511900004101")]);
    const [kept, gone] = await o.people();
    const closed = await o.tickets();
    for (const { id } of closed) {
      await o.admin.call(tickets.update, { params: { id }, body: { status: "open" } });
      await o.admin.call(tickets.update, { params: { id }, body: { status: "closed", sendFarewellMessage: false } });
    }
    let merging: Promise<void> | undefined;
    await o.within(async (tx) => {
      const [ticket] = await tx<{ id: number }[]>`
        insert into app.tickets (contact_id, connection_id, channel, status) values (${
        gone!.id
      }, ${o.line}, 'webchat', 'closed') returning id`;
      await tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, body) values (${ticket!.id}, ${
        gone!.id
      }, ${o.line}, false, 'no meio')`;
      merging = o.pairs(lid("4101"), phone("5511900004101"));
      const waits = () =>
        asPlatform((sql) =>
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from app.contacts%'`
        );
      while (!(await waits()).length) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await merging;
    expect(await o.people()).toHaveLength(1);
    expect((await o.said()).map(({ body, contact }) => [body, contact])).toContainEqual(["no meio", kept!.id]);
  });
});
