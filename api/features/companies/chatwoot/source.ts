// An account of Chatwoot, read by its public API and told as a database of the Whaticket family would: what takes in those takes it in.
// Ids are those that the API shows: a conversation's is its number in the account, a label's its name.
import type { Report } from "../whaticket/report.ts";
import type { Row, Source } from "../whaticket/source.ts";
import { words } from "../whaticket/values.ts";
import { channelOfInbox, personOfContact } from "../../../../channels/sdk/chatwoot.ts";
import { type Account, type Ask, type Json, momentOf, type Pause } from "./api.ts";
import { downloads } from "./files.ts";
import { rowsOfMessage } from "./messages.ts";

const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
const partOf = (value: unknown): Json => typeof value === "object" && value !== null ? value as Json : {};
/** Conversations whose messages are asked for at once: an answer has a hundred at most. */
const AT_ONCE = 4;
const OLD_PAGE = 20;
/** What the importer asks of a table's columns: whether there are any, and whether messages carry the provider's ids. */
const COLUMNS = ["id", "wid"];

/** Opens an account. Throws where the token opens nothing. */
export async function openChatwoot(account: Account, ask: Ask, pause?: Pause): Promise<Source> {
  const own = await ask("");
  const files = await downloads(account.base, pause);
  const reader = new Reader(ask);
  const tables: Record<string, () => AsyncGenerator<Row>> = {
    async *Companies() {
      yield { id: account.id, name: own.name };
    },
    Users: () => reader.users(),
    Queues: () => reader.teams(),
    UserQueues: () => reader.members(),
    Whatsapps: () => reader.inboxes(),
    Tags: () => reader.labels(),
    Contacts: () => reader.contacts(),
    ContactCustomFields: () => reader.fields(),
    ContactTags: () => reader.labelled(),
    Tickets: () => reader.tickets(),
    TicketTags: () => reader.ticketLabels(),
    Messages: () => reader.messages(),
    QuickMessages: () => reader.canned(),
  };
  return {
    name: `${account.base.replace(/^https?:\/\//, "")}/accounts/${account.id}`,
    columns: (table) => Promise.resolve(new Set(Object.hasOwn(tables, table) ? COLUMNS : [])),
    async *pages(table, { size }) {
      let page: Row[] = [];
      for await (const row of tables[table]!()) {
        page.push(row);
        if (page.length < size) continue;
        yield page;
        page = [];
      }
      if (page.length) yield page;
    },
    file: files.get,
    tell: (report) => reader.tell(report),
    close: files.close,
  };
}

/** A conversation as far as its messages and labels need it; the account's are asked for once. */
interface Talk {
  row: Row;
  labels: string[];
  seenAt: number;
}

class Reader {
  private talks: Talk[] | undefined;
  /** Who writes in conversations and is in no list: visitors without a name and address. */
  private readonly writers = new Map<string, Json>();
  private readonly custom: Row[] = [];
  private readonly left: [reason: string, theirs: unknown][] = [];

  constructor(private readonly ask: Ask) {}

  tell(report: Report): void {
    for (const [reason, theirs] of this.left) report.leave(reason, theirs);
    this.left.length = 0;
  }

  /** Every page of a list, to the first empty one; a list that moves meanwhile shows nobody twice. */
  private async *listed(path: string): AsyncGenerator<Json> {
    const seen = new Set<unknown>();
    for (let page = 1;; page++) {
      const answer = await this.ask(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
      const rows = listOf(answer.payload ?? partOf(answer.data).payload);
      const fresh = rows.filter(({ id }) => !seen.has(id));
      // A server that knows no pages answers the same for ever.
      if (!fresh.length) return;
      for (const row of fresh) seen.add(row.id);
      yield* fresh;
    }
  }
  private async whole(path: string): Promise<Json[]> {
    return listOf((await this.ask(path)).payload);
  }

  async *users(): AsyncGenerator<Row> {
    for (const { id, name, email, role } of await this.whole("agents")) {
      yield { id, name, email, profile: role === "administrator" ? "admin" : "user" };
    }
  }
  async *teams(): AsyncGenerator<Row> {
    for (const { id, name } of await this.whole("teams")) yield { id, name };
  }
  async *members(): AsyncGenerator<Row> {
    for (const { id: queueId } of await this.whole("teams")) {
      for (const { id: userId } of await this.whole(`teams/${queueId}/team_members`)) yield { queueId, userId };
    }
  }
  async *inboxes(): AsyncGenerator<Row> {
    for (const inbox of await this.whole("inboxes")) {
      const channel = channelOfInbox(words(inbox.channel_type, 60), words(inbox.medium, 30));
      if (channel === null) {
        this.left.push(["connections: none of our channels; their conversations are history", inbox.channel_type]);
        continue;
      }
      yield {
        ...{ id: inbox.id, name: inbox.name, channel },
        greetingMessage: inbox.greeting_enabled === true ? inbox.greeting_message : "",
        outOfHoursMessage: inbox.working_hours_enabled === true ? inbox.out_of_office_message : "",
      };
    }
  }
  async *labels(): AsyncGenerator<Row> {
    for (const { title, color } of await this.whole("labels")) yield { id: title, name: title, color };
  }
  async *canned(): AsyncGenerator<Row> {
    for (const { id, short_code, content } of await this.whole("canned_responses")) {
      yield { id, shortcode: short_code, message: content };
    }
  }

  async *contacts(): AsyncGenerator<Row> {
    const listed = new Set<string>();
    for await (const contact of this.listed("contacts?sort=created_at&include_contact_inboxes=true")) {
      listed.add(String(contact.id));
      yield this.contact(contact);
    }
    await this.conversations();
    for (const [id, writer] of this.writers) if (!listed.has(id)) yield this.contact(writer);
  }
  private contact(contact: Json): Row {
    for (const [name, value] of Object.entries(partOf(contact.custom_attributes))) {
      this.custom.push({
        contactId: contact.id,
        name,
        value: typeof value === "object" ? JSON.stringify(value) : value,
      });
    }
    const inboxes = listOf(contact.contact_inboxes).map((one) => ({
      type: words(partOf(one.inbox).channel_type, 60),
      sourceId: words(one.source_id, 200),
    }));
    const { id, name, email } = contact;
    return {
      ...{ id, name, email, createdAt: momentOf(contact.created_at) },
      ...personOfContact({
        phone: words(contact.phone_number, 40),
        identifier: words(contact.identifier, 200),
        inboxes,
      }),
    };
  }
  async *fields(): AsyncGenerator<Row> {
    yield* this.custom;
  }
  async *labelled(): AsyncGenerator<Row> {
    for (const { title } of await this.whole("labels")) {
      const label = encodeURIComponent(words(title, 200));
      for await (const { id } of this.listed(`contacts?sort=created_at&labels[]=${label}`)) {
        yield { contactId: id, tagId: title };
      }
    }
  }

  private async conversations(): Promise<Talk[]> {
    if (this.talks) return this.talks;
    const talks: Talk[] = [];
    for await (
      const talk of this.listed("conversations?status=all&assignee_type=all&sort_by=created_at_asc")
    ) {
      const { sender, assignee, team } = partOf(talk.meta);
      const who = partOf(sender);
      this.writers.set(String(who.id), who);
      const [userId, closed] = [partOf(assignee).id, talk.status === "resolved"];
      talks.push({
        row: {
          ...{ id: talk.id, contactId: who.id, whatsappId: talk.inbox_id, userId, queueId: partOf(team).id },
          // A snoozed one waits for its time there; here it waits like others.
          status: closed ? "closed" : talk.status === "open" && userId ? "open" : "pending",
          createdAt: momentOf(talk.created_at) ?? momentOf(talk.last_activity_at),
          updatedAt: momentOf(talk.last_activity_at),
        },
        labels: Array.isArray(talk.labels) ? talk.labels.map(String) : [],
        seenAt: Number(talk.agent_last_seen_at) || 0,
      });
    }
    return this.talks = talks;
  }
  async *tickets(): AsyncGenerator<Row> {
    for (const { row } of await this.conversations()) yield row;
  }
  async *ticketLabels(): AsyncGenerator<Row> {
    for (const { row, labels } of await this.conversations()) {
      for (const label of labels) yield { ticketId: row.id, tagId: label };
    }
  }
  async *messages(): AsyncGenerator<Row> {
    const talks = await this.conversations();
    for (let from = 0; from < talks.length; from += AT_ONCE) {
      const rows = await Promise.all(talks.slice(from, from + AT_ONCE).map((talk) => this.messagesOf(talk)));
      for (const one of rows) yield* one;
    }
  }
  private async messagesOf({ row, seenAt }: Talk): Promise<Row[]> {
    const all = new Map<number, Json>();
    const more = async (where: string): Promise<boolean> => {
      const before = all.size;
      for (const one of await this.whole(`conversations/${row.id}/messages?${where}`)) all.set(Number(one.id), one);
      return all.size > before;
    };
    while (await more(`after=${Math.max(0, ...all.keys())}`));
    // Older versions do not know `after`: they answered the last twenty.
    if (all.size === OLD_PAGE) { while (await more(`before=${Math.min(...all.keys())}`)); }
    return [...all.entries()].sort(([a], [b]) => a - b).flatMap(([id, message]) => {
      const made = rowsOfMessage(message, { ticketId: row.id, seenAt });
      if (!made.length) this.left.push(["messages: what Chatwoot noted between them", id]);
      return made;
    });
  }
}
