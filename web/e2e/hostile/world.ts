// A company whose every text that a person or a customer can write is one that would like to be a program.
import type postgres from "postgres";
import list from "../../../api/proofs/security/hostile-texts.json" with { type: "json" };
import { newMediaId } from "../../../api/core/media/media.ts";
import { until } from "../../../api/proofs/harness.ts";

/** The two hundred texts; where they come from is said in the file. */
export const hostile: readonly string[] = Object.values(list.families).flat();
/** Messages a conversation is given: as many as the app shows at once. */
const LOT = 40;

export interface Conversation {
  uuid: string;
  /** Texts that must be read there. */
  shows: string[];
}
export interface HostileWorld {
  conversations: Conversation[];
  /** Where the visitor's page is, and who its visitor is to it. */
  chat: string;
  visitor: Record<string, unknown>;
}
interface Line {
  kind: string;
  body?: string;
  data?: unknown;
  file?: string;
  note?: true;
  shows: string[];
}

/** Everything a message can carry; cards and polls take several texts each. */
function lines(): Line[] {
  const lots = (size: number) =>
    Array.from({ length: Math.ceil(hostile.length / size) }, (_, n) => hostile.slice(n * size, (n + 1) * size));
  return [
    ...hostile.map((text) => ({
      kind: "chat",
      body: text,
      data: { link: { url: `https://a.test/${encodeURIComponent(text)}`, title: text } },
      shows: [text],
    })),
    // What is no web address is never a link.
    ...lots(1).map(([text]) => ({ kind: "chat", body: "x", data: { link: { url: text, title: text } }, shows: [] })),
    ...hostile.map((text) => ({ kind: "application", body: text, file: text, shows: [text] })),
    ...hostile.map((text) => ({ kind: "chat", body: text, note: true as const, shows: [text] })),
    ...lots(2).map(([name, address]) => ({
      kind: "locationMessage",
      data: { latitude: -23.5, longitude: -46.6, name, address: address ?? "" },
      shows: [name!, address!],
    })),
    ...lots(10).map((names) => ({
      kind: "contactMessage",
      data: { contacts: names.map((name) => ({ name, phones: [name, "5511988887777"] })) },
      shows: names,
    })),
    ...lots(10).map((options) => ({
      kind: "chat",
      data: { poll: { question: options[0], options } },
      shows: options,
    })),
    ...lots(40).map((texts) => ({
      kind: texts[0]!,
      body: texts[1],
      data: { what: texts[2], text: texts[3] },
      shows: [],
    })),
  ];
}

/** Fills the company of the first admin. */
export async function makeHostile(sql: postgres.Sql, base: string): Promise<HostileWorld> {
  const [me] = await sql<
    { id: number; company: number }[]
  >`select id, company_id as company from app.users order by id limit 1`;
  const company_id = me!.company;
  const all = async <T extends { id: number }>(rows: PromiseLike<T[]>) => (await rows).map(({ id }) => id);
  const rows = (make: (text: string, n: number) => Record<string, unknown>, most = hostile.length) =>
    hostile.slice(0, most).map((text, n) => ({ company_id, ...make(text, n) }));

  await sql`insert into app.tags ${sql(rows((name) => ({ name, color: "#2563eb" })))}`;
  await sql`insert into app.quick_messages ${
    sql(
      rows((text, n) => ({
        user_id: me!.id,
        shortcode: `${n}${text}`,
        message: text,
        for_all: true,
        media_name: text,
      })),
    )
  }`;
  const queues = await all<{ id: number }>(
    sql`insert into app.queues ${
      sql(
        rows((name, n) => ({ name: `${n}${name}`, color: `#0000${n.toString(16).padStart(2, "0")}`, greeting: name })),
      )
    } returning id`,
  );
  await sql`insert into app.user_queues ${sql(queues.map((queue_id) => ({ company_id, user_id: me!.id, queue_id })))}`;
  const users = await all<{ id: number }>(
    sql`insert into app.users ${
      sql(rows((name, n) => ({ name, email: `${n}@a.test`, password: "x", farewell: name })))
    } returning id`,
  );
  const connections = await all<{ id: number }>(
    sql`insert into app.connections ${
      sql(
        rows(
          (name, n) => ({
            name: `${n}${name}`,
            channel: "webchat",
            status: "CONNECTED",
            wanted: false,
            token: `hostile-${n}`,
            greeting: name,
          }),
          40,
        ),
      )
    } returning id`,
  );
  await sql`insert into app.settings ${
    sql(rows((value, n) => ({ key: ["transferMessage", "lgpdMessage", "lgpdLink"][n], value }), 3))
  }`;
  await sql`update app.companies set name = ${hostile[0]!} where id = ${company_id}`;
  await sql`insert into app.platform (key, value) values ('appName', ${hostile[20]!})
    on conflict (key) do update set value = excluded.value`;

  const contacts = await all<{ id: number }>(sql`insert into app.contacts ${
    sql(rows((name, n) => ({
      name,
      number: `5511${900_000_000 + n}`,
      email: name,
      channel: "webchat",
      connection_id: connections[n % connections.length]!,
      extra: sql.json([{ name, value: name }]),
    })))
  } returning id`);
  await sql`insert into app.contact_identities (company_id, kind, value, contact_id)
    select c.company_id, 'visitor', 'hostile-' || c.id, c.id from app.contacts c where c.id = any (${contacts}::bigint[])`;
  const ticket = (n: number) => ({
    contact_id: contacts[n]!,
    connection_id: connections[n % connections.length]!,
    channel: "webchat",
    status: "open",
    queue_id: queues[n]!,
    last_message_at: new Date(),
    last_inbound_at: new Date(),
  });
  const tickets = await sql<
    { id: number; uuid: string; contact_id: number; connection_id: number }[]
  >`insert into app.tickets ${
    sql([
      ...rows((last_message, n) => ({ ...ticket(n), user_id: me!.id, last_message })),
      // The live panel has a column for each colleague.
      ...rows(
        (last_message, n) => ({ ...ticket(n + 1), contact_id: contacts[n]!, user_id: users[n]!, last_message }),
        60,
      ),
    ])
  } returning id, uuid, contact_id, connection_id`;
  await sql`
    insert into app.ticket_tags (company_id, ticket_id, tag_id)
    select ${company_id}, t.id, g.id from (select id, row_number() over (order by id) as n from app.tickets where company_id = ${company_id}) t
    join (select id, row_number() over (order by id) as n from app.tags where company_id = ${company_id}) g using (n)`;
  await sql`
    insert into app.ticket_rounds (company_id, ticket_id, contact_id, user_id, queue_id, started_at)
    select t.company_id, t.id, t.contact_id, u.id, t.queue_id, now()
    from (select *, row_number() over (order by id) as n from app.tickets where company_id = ${company_id}) t
    join (select id, row_number() over (order by id) - 1 as n from app.users where company_id = ${company_id}) u using (n)`;
  await sql`
    insert into app.ticket_counters (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*), 0 from app.tickets where company_id = ${company_id} group by 1, 2, 3, 4, 5`;

  const said = lines();
  const conversations: Conversation[] = [];
  for (let lot = 0; lot * LOT < said.length; lot++) {
    const mine = said.slice(lot * LOT, (lot + 1) * LOT);
    const { uuid, ...at } = tickets[lot]!;
    const files = mine.map(({ file }) => file === undefined ? null : newMediaId());
    const kept = mine.flatMap(({ file }, n) =>
      file === undefined
        ? []
        : [{ company_id, id: files[n]!, kind: "document", mime_type: "text/plain", file_name: file, bytes: 1 }]
    );
    if (kept.length) await sql`insert into app.media ${sql(kept)}`;
    const ids: number[] = await all<{ id: number }>(
      sql`insert into app.messages ${
        sql(mine.map(({ kind, body = "", data = null, note }, n) => ({
          company_id,
          ticket_id: at.id,
          contact_id: at.contact_id,
          connection_id: at.connection_id,
          user_id: note ? users[n]! : null,
          key: null,
          external_id: crypto.randomUUID(),
          from_me: note ?? false,
          is_private: note ?? false,
          kind,
          body,
          data: data ? sql.json(data as postgres.JSONValue) : null,
          media_id: files[n]!,
          read: true,
          sender: note ? null : sql.json({ name: hostile[(lot * LOT + n) % hostile.length]!, identities: [] }),
          reactions: sql.json([{ emoji: hostile[n]!, fromMe: false }]),
          sent_at: new Date(Date.now() - 3_600_000 + (lot * LOT + n) * 1000),
        })))
      } returning id`,
    );
    // Each answers the one before.
    await sql`update app.messages m set quoted_id = m.id - 1 where m.id = any (${ids.slice(1)})`;
    conversations.push({ uuid, shows: mine.flatMap(({ shows }) => shows) });
  }
  return { conversations, ...await makeVisitor(sql, base, company_id) };
}

/** A visitor with such a name, whose conversation holds everything, written by either side. */
async function makeVisitor(sql: postgres.Sql, base: string, company_id: number) {
  const [line] = await sql<{ id: number; key: string }[]>`
    update app.connections set name = ${hostile[0]!}, settings = settings || ${
    sql.json({ title: hostile[0]!, greeting: hostile[1]! })
  } where channel = 'webchat' and settings ? 'key' returning id, settings ->> 'key' as key`;
  const chat = `/chat/${line!.key}`;
  const post = async (what: string, body: unknown, token?: string) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${base}${chat}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  const { token, name } = await post("session", { name: hostile[20]! });
  await post("messages", { key: crypto.randomUUID(), text: hostile[2]! }, token);
  const at = await until("the visitor's ticket is there", 15_000, async () => {
    const [row] = await sql<{ ticket_id: number; contact_id: number }[]>`
      select ticket_id, contact_id from app.messages where connection_id = ${line!.id} limit 1`;
    return row;
  });
  await sql`insert into app.messages ${
    sql(hostile.map((body, n) => ({
      ...at,
      company_id,
      connection_id: line!.id,
      external_id: crypto.randomUUID(),
      from_me: n % 2 === 0,
      body,
      read: true,
      sent_at: new Date(Date.now() - 3_600_000 + n * 1000),
    })))
  }`;
  return { chat, visitor: { token, name, at: Date.now() } };
}
