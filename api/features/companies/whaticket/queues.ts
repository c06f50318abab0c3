// Queues with their menus, and connections without their keys.
import { randomBytes } from "node:crypto";
import { channelThere } from "../../../../channels/sdk/whaticket.ts";
import { began } from "./company.ts";
import { knownOf, note, type Taking } from "./known.ts";
import type { Report } from "./report.ts";
import { type Row, rowsOf, type Source } from "./source.ts";
import { colour, freeColour, freeName, idOf, truth, words } from "./values.ts";

/** Queues, and who works in them. */
export async function takeQueues(from: Source, taking: Taking, company: string, report: Report): Promise<void> {
  const { tx, companyId } = taking;
  const known = await knownOf(taking, "queue");
  const there = await tx<{ name: string; color: string }[]>`
    select lower(name) as name, lower(color) as color from app.queues where company_id = ${companyId}`;
  const [names, colours] = [new Set(there.map((one) => one.name)), new Set(there.map((one) => one.color))];
  for await (const row of rowsOf(from, "Queues", company)) {
    const id = idOf(row.id);
    if (!id || !began(report, "queues", known, id)) continue;
    const name = words(row.name, 60) || `Fila ${id}`;
    const position = Number(row.orderQueue);
    const [made] = await tx<{ id: number }[]>`
      insert into app.queues (company_id, name, color, greeting, out_of_hours, position)
      values (${companyId}, ${freeName(name, names)}, ${freeColour(colour(row.color), colours)}, ${
      words(row.greetingMessage, 4_000)
    },
        ${words(row.outOfHoursMessage, 4_000)}, ${
      row.orderQueue != null && Number.isSafeInteger(position) ? position : null
    })
      returning id`;
    await note(taking, "queue", [[id, made!.id]]);
    known.set(id, made!.id);
    report.count("queues", "taken");
    if (words(row.schedules, 5) && JSON.stringify(row.schedules) !== "[]") {
      report.leave("queues: hours are to be set again", name);
    }
  }
  const users = await knownOf(taking, "user");
  for await (const row of rowsOf(from, "UserQueues")) {
    const [user, queue] = [users.get(idOf(row.userId) ?? ""), known.get(idOf(row.queueId) ?? "")];
    if (!user || !queue) continue;
    await tx`
      insert into app.user_queues (company_id, user_id, queue_id) values (${companyId}, ${user}, ${queue}) on conflict do nothing`;
  }
}

/** The two tables in which products of the family keep a queue's menu, and what its columns are called there. */
const menus = {
  QueueOptions: { name: "title", text: "message", parent: "parentId", queue: "forwardQueueId" },
  Chatbots: { name: "name", text: "greetingMessage", parent: "chatbotId", queue: "optQueueId" },
} as const;

/** The menus of queues, as far as each option's way leads up to a queue: a loop, or a parent that is gone, is left out. */
export async function takeMenus(from: Source, taking: Taking, report: Report): Promise<void> {
  const [queues, known] = [await knownOf(taking, "queue"), await knownOf(taking, "option")];
  for (const [table, columns] of Object.entries(menus)) {
    const rows = new Map<string, Row>();
    for await (const row of rowsOf(from, table)) {
      const id = idOf(row.id);
      if (id) rows.set(id, row);
    }
    const children = Map.groupBy(rows.values(), (row) => idOf(row[columns.parent]) ?? "");
    const reached = new Set<string>();
    const walk = async (row: Row, queueId: number, parentId: number | null, position: number): Promise<void> => {
      const id = idOf(row.id)!;
      reached.add(id);
      const ours = known.get(`${table} ${id}`) ??
        await option(taking, row, { queueId, parentId, position, table, columns, queues });
      report.count("options", "read");
      report.count("options", known.has(`${table} ${id}`) ? "known" : "taken");
      const below = (children.get(id) ?? []).filter((one) => !reached.has(idOf(one.id)!)).sort(byOption);
      for (const [n, child] of below.entries()) await walk(child, queueId, ours, n + 1);
    };
    const roots = Map.groupBy(children.get("") ?? [], (row) => idOf(row.queueId) ?? "");
    for (const [queue, tops] of roots) {
      const queueId = queues.get(queue);
      if (!queueId) continue;
      for (const [n, top] of tops.sort(byOption).entries()) await walk(top, queueId, null, n + 1);
    }
    for (const [id, row] of rows) {
      // Without a queue of its own it may be another company's.
      if (!reached.has(id) && queues.has(idOf(row.queueId) ?? "")) {
        report.leave("options: a loop, or a parent that is gone", `${table} ${id}`);
      }
    }
  }
}
const byOption = (a: Row, b: Row) => Number(a.option ?? a.id) - Number(b.option ?? b.id) || Number(a.id) - Number(b.id);

interface Place {
  queueId: number;
  parentId: number | null;
  position: number;
  table: string;
  columns: typeof menus[keyof typeof menus];
  queues: ReadonlyMap<string, number>;
}
async function option(taking: Taking, row: Row, at: Place): Promise<number> {
  const target = at.queues.get(idOf(row[at.columns.queue]) ?? "") ?? null;
  const [made] = await taking.tx<{ id: number }[]>`
    insert into app.chatbot_options (company_id, queue_id, parent_id, position, name, greeting, type, target_queue_id)
    values (${taking.companyId}, ${at.queueId}, ${at.parentId}, ${at.position}, ${
    words(row[at.columns.name], 60) || "…"
  },
      ${words(row[at.columns.text], 4_000)}, ${target ? "queue" : "text"}, ${target}) returning id`;
  await note(taking, "option", [[`${at.table} ${idOf(row.id)}`, made!.id]]);
  return made!.id;
}

/** Connections without their keys: nobody links one before a person does. */
export async function takeConnections(from: Source, taking: Taking, company: string, report: Report): Promise<void> {
  const { tx, companyId } = taking;
  const known = await knownOf(taking, "connection");
  const there = await tx<{ name: string; isDefault: boolean }[]>`
    select lower(name) as name, is_default as "isDefault" from app.connections where company_id = ${companyId} and deleted_at is null`;
  const names = new Set(there.map((one) => one.name));
  let hasDefault = there.some((one) => one.isDefault);
  for await (const row of rowsOf(from, "Whatsapps", company)) {
    const id = idOf(row.id);
    if (!id || !began(report, "connections", known, id)) continue;
    const isDefault = !hasDefault && truth(row.isDefault);
    hasDefault ||= isDefault;
    const made = await insertConnection(taking, {
      ...{
        name: freeName(words(row.name, 60) || `Conexão ${id}`, names),
        channel: channelThere(words(row.channel, 30)),
        isDefault,
      },
      ...{ greeting: words(row.greetingMessage, 4_000), farewell: words(row.complationMessage, 4_000) },
      ...{ outOfHours: words(row.outOfHoursMessage, 4_000), rating: words(row.ratingMessage, 4_000) },
    });
    await note(taking, "connection", [[id, made]]);
    known.set(id, made);
    report.count("connections", "taken");
  }
  const queues = await knownOf(taking, "queue");
  for await (const row of rowsOf(from, "WhatsappQueues")) {
    const [connection, queue] = [known.get(idOf(row.whatsappId) ?? ""), queues.get(idOf(row.queueId) ?? "")];
    if (!connection || !queue) continue;
    await tx`
      insert into app.connection_queues (company_id, connection_id, queue_id) values (${companyId}, ${connection}, ${queue})
      on conflict do nothing`;
  }
}
interface NewConnection {
  name: string;
  channel: string;
  isDefault: boolean;
  greeting: string;
  farewell: string;
  outOfHours: string;
  rating: string;
}
async function insertConnection({ tx, companyId }: Taking, c: NewConnection): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.connections (company_id, name, channel, status, wanted, is_default, token, greeting, farewell, out_of_hours, rating_text)
    values (${companyId}, ${c.name}, ${c.channel}, 'DISCONNECTED', false, ${c.isDefault}, ${
    randomBytes(15).toString("hex")
  }, ${c.greeting},
      ${c.farewell}, ${c.outOfHours}, ${c.rating}) returning id`;
  return row!.id;
}
/** Where conversations go whose connection was deleted there. */
export async function oldConnection(taking: Taking): Promise<number> {
  const known = (await knownOf(taking, "connection")).get("gone");
  if (known) return known;
  const there = await taking.tx<{ name: string }[]>`
    select lower(name) as name from app.connections where company_id = ${taking.companyId} and deleted_at is null`;
  const empty = { greeting: "", farewell: "", outOfHours: "", rating: "", isDefault: false };
  const name = freeName("Conexão excluída", new Set(there.map((one) => one.name)));
  const made = await insertConnection(taking, { ...empty, name, channel: channelThere("") });
  await note(taking, "connection", [["gone", made]]);
  return made;
}
