// A small believable company for development and screenshots: a flower shop with four people, three queues and some
// thirty conversations in every state. Made once; a second run leaves it alone.
import postgres from "postgres";
import { furnish } from "./seed-around.ts";
import { type Said, stories } from "./seed-stories.ts";

export const DEMO_COMPANY = "Floricultura Aurora";
export const DEMO_PASSWORD = "recado-aurora";
export interface DemoOptions {
  hashPassword: (password: string) => Promise<string>;
  /** Encrypts a connection's secret settings for where they belong; without it the number has no account, and cannot be edited. */
  seal?: (settings: Record<string, unknown>, place: string) => Uint8Array;
  say: (line: string) => void;
}
type Tx = postgres.TransactionSql;

const people = [
  {
    name: "Helena Prado",
    email: "helena@aurora.local",
    profile: "admin",
    color: "#0f766e",
    queues: ["Vendas", "Entregas", "Financeiro"],
  },
  { name: "Caíque Moura", email: "caique@aurora.local", profile: "user", color: "#b45309", queues: ["Vendas"] },
  {
    name: "Júlia Sampaio",
    email: "julia@aurora.local",
    profile: "user",
    color: "#7c3aed",
    queues: ["Entregas", "Vendas"],
  },
  { name: "Otávio Reis", email: "otavio@aurora.local", profile: "user", color: "#be123c", queues: ["Financeiro"] },
] as const;
const queues = [
  { name: "Vendas", color: "#16a34a", greeting: "Olá! Qual flor vai alegrar o seu dia?" },
  { name: "Entregas", color: "#2563eb", greeting: "Oi! Informe o número do pedido, por favor." },
  { name: "Financeiro", color: "#d97706", greeting: "Olá! Diga o seu CPF ou CNPJ, por favor." },
] as const;
const tags = [["Cliente fiel", "#16a34a"], ["Noiva", "#db2777"], ["Urgente", "#dc2626"], [
  "Empresa",
  "#2563eb",
]] as const;
const lines = [["Site", "webchat"], ["WhatsApp da loja", "whatsappapi"]] as const;

/** Makes the company, unless it is there already. Everybody signs in with the same password. */
export async function seedDemo(ownerUrl: string, { hashPassword, seal, say }: DemoOptions): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const [known] = await sql`select 1 from app.companies where name = ${DEMO_COMPANY}`;
    if (known) return say(`${DEMO_COMPANY} is already there.`);
    const password = await hashPassword(DEMO_PASSWORD);
    await sql.begin((tx) => makeCompany(tx, password, seal));
    say(`${DEMO_COMPANY} is there. Sign in as ${people[0].email} with the password ${DEMO_PASSWORD}.`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

interface Shop {
  company: number;
  users: Map<string, number>;
  queues: Map<string, number>;
  lines: { id: number; channel: string }[];
  tags: number[];
}

async function makeCompany(tx: Tx, password: string, seal: DemoOptions["seal"]): Promise<void> {
  await tx`insert into app.plans (name, users, connections, queues, amount) values ('Aurora', 20, 10, 20, 149.9) on conflict (name) do nothing`;
  const company = await made(
    tx`insert into app.companies (name, email, phone, plan_id, due_at)
      select ${DEMO_COMPANY}, 'loja@aurora.local', '1140040001', id, now() + interval '23 days' from app.plans where name = 'Aurora' returning id`,
  );
  await tx`insert into app.settings (company_id, key, value) values (${company}, 'campaignsEnabled', 'enabled')`;
  const shop: Shop = { company, users: new Map(), queues: new Map(), lines: [], tags: [] };
  for (const [position, queue] of queues.entries()) {
    const row = { ...queue, position, company_id: company };
    shop.queues.set(queue.name, await made(tx`insert into app.queues ${tx(row)} returning id`));
  }
  for (const [index, [name, channel]] of lines.entries()) {
    const row = {
      company_id: company,
      name,
      channel,
      status: "CONNECTED",
      // The page of the web chat is ours and works; the number is nobody's.
      wanted: channel === "webchat",
      is_default: index === 0,
      greeting: "Olá! Aqui é a Floricultura Aurora. Com quem você quer falar?",
      farewell: "Obrigada por falar com a Aurora. Até breve!",
      token: crypto.randomUUID().replaceAll("-", "").slice(0, 30),
    };
    const id = await made(tx`insert into app.connections ${tx(row)} returning id`);
    if (channel === "webchat") await openPage(tx, company, id);
    else if (seal) await fillAccount(tx, company, id, seal);
    // Customers reach every queue over each of them: the bot asks which one.
    await tx`insert into app.connection_queues (company_id, connection_id, queue_id)
      select ${company}, ${id}, q.id from app.queues q where q.company_id = ${company}`;
    shop.lines.push({ id, channel });
  }
  for (const [name, color] of tags) {
    shop.tags.push(
      await made(tx`insert into app.tags ${tx({ company_id: company, name, color })} returning id`),
    );
  }
  for (const person of people) await makePerson(tx, shop, person, password);
  for (const [index, story] of stories.entries()) await tell(tx, shop, story, index);
  await furnish(tx, shop);
  await count(tx, company);
}
/** The address of a web chat's page, which names its connection. */
async function openPage(tx: Tx, company: number, id: number): Promise<void> {
  const key = crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url", omitPadding: true });
  await tx`update app.connections set settings = ${tx.json({ key })} where company_id = ${company} and id = ${id}`;
  await tx`insert into app.channel_accounts ${
    tx({ channel: "webchat", account: key, company_id: company, connection_id: id })
  }`;
}
/** What the editor of a WhatsApp number asks for, so that it can be saved: an account that nobody has. */
async function fillAccount(tx: Tx, company: number, id: number, seal: NonNullable<DemoOptions["seal"]>): Promise<void> {
  const sealed = seal({ accessToken: "de-ninguem" }, `connection:${company}:${id}`);
  await tx`
    update app.connections set settings = ${tx.json({ phoneNumberId: "100000000000001", wabaId: "100000000000002" })},
      sealed = ${sealed} where company_id = ${company} and id = ${id}`;
}
async function made(query: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const [row] = await query;
  return Number(row!.id);
}

async function makePerson(tx: Tx, shop: Shop, person: typeof people[number], password: string): Promise<void> {
  const { name, email, profile, color } = person;
  const row = { company_id: shop.company, name, email, profile, color, password, allow_groups: true };
  const id = await made(tx`insert into app.users ${tx(row)} returning id`);
  shop.users.set(name, id);
  await tx`insert into app.logins (email, company_id, user_id) values (${email}, ${shop.company}, ${id})`;
  for (const queue of person.queues) {
    await tx`insert into app.user_queues (company_id, user_id, queue_id) values (${shop.company}, ${id}, ${shop.queues
      .get(queue)!})`;
  }
}

/** One conversation: its contact, its ticket and what was said, the newest stories last moved a few minutes ago. */
async function tell(tx: Tx, shop: Shop, story: typeof stories[number], index: number): Promise<void> {
  const { company } = shop;
  const line = shop.lines[index % shop.lines.length]!;
  const isGroup = story.status === "group";
  const number = isGroup ? "" : `55119${String(88_400_000 + index * 7_919).padStart(8, "0")}`;
  const contact = await made(tx`
    insert into app.contacts (company_id, name, number, channel, connection_id, is_group)
    values (${company}, ${story.name}, ${number}, ${line.channel}, ${line.id}, ${isGroup}) returning id`);
  const identity = isGroup ? { kind: "group", value: `aurora-${index}` } : { kind: "phone", value: number };
  const visitor = line.channel === "webchat" && !isGroup ? [{ kind: "visitor", value: `aurora-visitor-${index}` }] : [];
  for (const one of [identity, ...visitor]) {
    await tx`insert into app.contact_identities ${tx({ company_id: company, contact_id: contact, ...one })}`;
  }
  const ended = Date.now() - story.minutesAgo * 60_000;
  const times = story.said.map((_, place) => new Date(ended - (story.said.length - 1 - place) * 170_000));
  const user = story.user ? shop.users.get(story.user)! : null;
  const queue = story.queue ? shop.queues.get(story.queue)! : null;
  const unread = story.unread ?? 0;
  const ticket = await made(tx`
    insert into app.tickets (company_id, contact_id, connection_id, channel, status, queue_id, user_id, is_group, unread, rating, created_at, updated_at, waiting_since)
    values (${company}, ${contact}, ${line.id}, ${line.channel}, ${story.status}, ${queue}, ${user}, ${isGroup}, ${unread}, ${
    story.rating ?? null
  }, ${times[0]!}, ${times.at(-1)!}, ${story.status === "pending" ? times[0]! : null}) returning id`);
  const place: Place = { users: shop.users, company, ticket, contact, line: line.id, queue, user };
  const ids: number[] = [];
  for (const [turn, said] of story.said.entries()) {
    const read = said.from !== "customer" || turn < story.said.length - unread;
    ids.push(await say(tx, place, said, times[turn]!, read, ids));
  }
  await finish(tx, shop, place, story, times, ids.at(-1)!);
  if (index % 3 === 0) {
    const tag = shop.tags[index % shop.tags.length]!;
    await tx`insert into app.ticket_tags (company_id, ticket_id, tag_id) values (${company}, ${ticket}, ${tag})`;
    await tx`insert into app.contact_tags (company_id, contact_id, tag_id) values (${company}, ${contact}, ${tag})`;
  }
}

interface Place {
  users: ReadonlyMap<string, number>;
  company: number;
  ticket: number;
  contact: number;
  line: number;
  queue: number | null;
  user: number | null;
}

async function say(
  tx: Tx,
  at: Place,
  said: Said,
  when: Date,
  read: boolean,
  before: readonly number[],
): Promise<number> {
  const fromMe = said.from !== "customer";
  const fate = said.status ?? "sent";
  const userId = !fromMe || said.data?.auto ? null : said.by ? at.users.get(said.by)! : at.user;
  const sender = fromMe || !said.by ? null : JSON.stringify({ name: said.by, identities: [] });
  return await made(tx`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, key, external_id, from_me, kind, body, data, quoted_id, ack, status, error,
      is_private, is_deleted, is_edited, is_forwarded, read, sender, reactions, sent_at, created_at)
    values (${at.company}, ${at.ticket}, ${at.contact}, ${at.line}, ${at.queue}, ${userId}, ${
    fromMe && !said.data?.auto ? crypto.randomUUID() : null
  },
      ${said.from === "note" ? null : crypto.randomUUID()}, ${fromMe}, ${said.kind ?? "chat"}, ${said.body}, ${
    said.data ? JSON.stringify(said.data) : null
  }::text::jsonb,
      ${said.quotes === undefined ? null : before[said.quotes] ?? null}, ${
    fromMe && fate === "sent" && said.from !== "note" ? said.ack ?? 3 : 0
  }, ${fate}, ${said.error ?? null},
      ${said.from === "note"}, ${said.deleted ?? false}, ${said.edited ?? false}, ${
    said.forwarded ?? false
  }, ${read}, ${sender}::text::jsonb,
      ${
    JSON.stringify(said.reaction ? [{ emoji: said.reaction, fromMe: !fromMe }] : [])
  }::text::jsonb, ${when}, ${when}) returning id`);
}

/** The ticket's last message, its log and its round. */
async function finish(
  tx: Tx,
  shop: Shop,
  at: Place,
  story: typeof stories[number],
  times: readonly Date[],
  lastId: number,
): Promise<void> {
  const last = story.said.at(-1)!;
  const heard = story.said.findLastIndex((said) => said.from === "customer");
  const [created, moved] = [times[0]!, times.at(-1)!];
  await tx`
    update app.tickets set last_message = ${last.body}, last_message_id = ${lastId}, last_message_at = ${moved}, last_from_me = ${
    last.from !== "customer"
  },
      last_ack = ${last.from === "attendant" ? last.ack ?? 3 : 0}, last_inbound_at = ${times[heard] ?? null}
    where company_id = ${at.company} and id = ${at.ticket}`;
  const log: [type: string, when: Date, who?: string][] = [["create", created]];
  for (const [type, place, who] of story.log ?? []) log.push([type, new Date(times[place]!.getTime() - 1000), who]);
  if (at.user) log.push(["open", log.at(-1)![1]]);
  if (story.status === "closed") log.push(["closed", moved]);
  for (const [type, when, who] of log) {
    const user = who ? shop.users.get(who)! : type === "create" || type === "chatBot" ? null : at.user;
    await tx`insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id, created_at)
      values (${at.company}, ${at.ticket}, ${type}, ${user}, ${at.queue}, ${when})`;
  }
  await tx`
    insert into app.ticket_rounds (company_id, ticket_id, contact_id, user_id, queue_id, created_at, started_at, finished_at, rating)
    values (${at.company}, ${at.ticket}, ${at.contact}, ${at.user}, ${at.queue}, ${created}, ${
    at.user ? new Date(Math.min(created.getTime() + 240_000, moved.getTime())) : null
  }, ${story.status === "closed" ? moved : null}, ${story.rating ?? null})`;
}

/** The counters of the tabs and the half hours of the dashboard, as the actions that made these rows would have moved them. */
async function count(tx: Tx, company: number): Promise<void> {
  await tx`
    insert into app.ticket_counters (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*), sum(unread) from app.tickets where company_id = ${company} group by 1, 2, 3, 4, 5`;
  await tx`
    insert into app.half_hours (company_id, slot, queue_id, user_id, opened, accepted, closed, received, sent, wait_s, support_s)
    select ${company}, date_bin('30 minutes', at, timestamptz '2000-01-01Z'), coalesce(queue_id, 0), coalesce(user_id, 0),
      sum(opened), sum(accepted), sum(closed), sum(received), sum(sent), sum(wait_s), sum(support_s)
    from (
      select created_at as at, queue_id, user_id, 1 as opened, 0 as accepted, 0 as closed, 0 as received, 0 as sent, 0 as wait_s, 0 as support_s
      from app.ticket_rounds where company_id = ${company}
      union all
      select started_at, queue_id, user_id, 0, 1, 0, 0, 0, extract(epoch from started_at - created_at), 0
      from app.ticket_rounds where company_id = ${company} and started_at is not null
      union all
      select finished_at, queue_id, user_id, 0, 0, 1, 0, 0, 0, coalesce(extract(epoch from finished_at - started_at), 0)
      from app.ticket_rounds where company_id = ${company} and finished_at is not null
      union all
      select m.sent_at, t.queue_id, t.user_id, 0, 0, 0, (not m.from_me)::int, m.from_me::int, 0, 0
      from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
      where m.company_id = ${company} and not m.is_private) happened
    group by 2, 3, 4`;
}
