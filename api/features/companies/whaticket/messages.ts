// Messages, thousands at a time, as history: sent or received already, in no queue, and nobody is rung.
import { asPlatform, type PlatformTx } from "../../../../db/tenant.ts";
import { type Company, inPage } from "./contacts.ts";
import { type FindFile, type MediaRow, takeFile } from "./files.ts";
import { json, knownOf } from "./known.ts";
import { removeFiles } from "../../../core/media/media.ts";
import type { Report } from "./report.ts";
import { pagesOf, type Row, type Source } from "./source.ts";
import type { TicketPlace } from "./tickets.ts";
import { idOf, moment, truth, words } from "./values.ts";

const COLUMNS = [
  ...["id", "wid", "ticketId", "userId", "queueId", "fromMe", "body", "mediaType", "mediaUrl", "quotedMsgId", "ack"],
  ...["read", "isDeleted", "isEdited", "isPrivate", "createdAt"],
];
/** Rows that are no messages: what they did stands in the message they were about. */
const NO_MESSAGES = new Set(["reactionMessage", "protocolMessage", "editedMessage", "senderKeyDistributionMessage"]);

interface NewMessage {
  theirs: string;
  quoted: string | null;
  url: string;
  type: unknown;
  external_id: string;
  ticket: number;
  contact: number;
  connection: number;
  queue: number | null;
  user_id: number | null;
  from_me: boolean;
  kind: string;
  body: string;
  media_id: string | null;
  ack: number;
  is_private: boolean;
  is_deleted: boolean;
  is_edited: boolean;
  read: boolean;
  sent_at: Date;
}
/** One provider's message in one conversation: an earlier run may have made it, or the import from a linked phone. */
const keyOf = (m: { connection: number; contact: number; external_id: string }) =>
  `${m.connection} ${m.contact} ${m.external_id}`;

/** Takes the messages of these tickets, with their files. Answers the tickets that have new ones. */
export async function takeMessages(
  from: Source,
  at: Company & { theirs: string; file: FindFile },
  tickets: ReadonlyMap<string, TicketPlace>,
  report: Report,
): Promise<Set<number>> {
  const [users, queues] = await inPage(
    at,
    (taking) => Promise.all([knownOf(taking, "user"), knownOf(taking, "queue")]),
  );
  const touched = new Set<number>();
  const quotes: { connection: number; contact: number; external_id: string; quoted: string }[] = [];
  // Where ids are numbers, a quote names the number, and we know messages by what the provider calls them.
  const named = (await from.columns("Messages")).has("wid") ? new Map<string, string>() : null;
  const company = at.theirs || undefined;
  for await (const page of pagesOf(from, "Messages", company, COLUMNS)) {
    const rows = page.flatMap((row) => read(row, { tickets, users, queues, report, named }));
    const made = await write(at, rows, report);
    for (const row of made) {
      touched.add(row.ticket);
      if (row.quoted) quotes.push({ ...row, quoted: row.quoted });
    }
  }
  await quote(at, quotes.map((one) => ({ ...one, quoted: named?.get(one.quoted) ?? one.quoted })));
  return touched;
}

interface Reading {
  tickets: ReadonlyMap<string, TicketPlace>;
  users: ReadonlyMap<string, number>;
  queues: ReadonlyMap<string, number>;
  report: Report;
  named: Map<string, string> | null;
}
function read(row: Row, { tickets, users, queues, report, named }: Reading): NewMessage[] {
  const theirs = idOf(row.id);
  if (!theirs) return [];
  const wid = words(row.wid, 200);
  if (wid && named) named.set(theirs, wid);
  report.count("messages", "read");
  const ticket = tickets.get(idOf(row.ticketId) ?? "");
  const type = words(row.mediaType, 40);
  const at = moment(row.createdAt);
  const why = !ticket
    ? "the ticket is gone"
    : NO_MESSAGES.has(type)
    ? `${type}: no message of its own`
    : at
    ? null
    : "no time, or one that cannot be";
  if (why || !ticket || !at) {
    report.leave(`messages: ${why}`, theirs);
    return [];
  }
  const fromMe = truth(row.fromMe);
  return [{
    ...{ theirs, quoted: idOf(row.quotedMsgId), url: words(row.mediaUrl, 1_000), type },
    // A number says nothing to the provider, and must not be taken for one of its ids.
    external_id: wid || (/^\d+$/.test(theirs) ? `import:${theirs}` : theirs),
    ...{ ticket: ticket.id, contact: ticket.contactId, connection: ticket.connectionId },
    ...{
      queue: queues.get(idOf(row.queueId) ?? "") ?? ticket.queueId,
      user_id: users.get(idOf(row.userId) ?? "") ?? null,
    },
    ...{
      from_me: fromMe,
      kind: "chat",
      media_id: null,
      ack: fromMe ? Math.min(4, Math.max(0, Number(row.ack) || 0)) : 0,
    },
    body: words(said(row.body, type), 65_000),
    ...{ is_private: truth(row.isPrivate), is_deleted: truth(row.isDeleted), is_edited: truth(row.isEdited) },
    ...{ read: fromMe || !ticket.live || truth(row.read), sent_at: at },
  }];
}
/** A place is kept as a picture of the map, in letters, before its link: the link is what says something. */
const said = (body: unknown, type: string) =>
  type === "locationMessage" ? words(body, 1_000_000).replace(/^data:image\/[^|]*\|/, "") : body;

/** Writes those that are not here yet, in one transaction; answers them. */
async function write(
  at: Company & { theirs: string; file: FindFile },
  rows: readonly NewMessage[],
  report: Report,
): Promise<NewMessage[]> {
  if (!rows.length) return [];
  const files: MediaRow[] = [];
  try {
    return await asPlatform(async (tx) => {
      // Killed amid it, the next run makes the page again: nobody waits for the disk.
      await tx`set local synchronous_commit = off`;
      const there = await alreadyHere(tx, at.companyId, rows);
      const fresh: NewMessage[] = [];
      for (const row of rows) {
        if (there.has(keyOf(row))) {
          report.count("messages", "known");
          continue;
        }
        there.add(keyOf(row));
        if (row.url) {
          const media = await takeFile(row, at, report);
          files.push(media);
          const kind = media.kind === "document" ? "application" : media.kind === "voice" ? "audio" : media.kind;
          Object.assign(row, { media_id: media.id, kind: kind === "sticker" ? "image" : kind });
        }
        fresh.push(row);
      }
      await insertFiles(tx, at.companyId, files);
      await insertMessages(tx, at.companyId, fresh);
      report.count("messages", "taken", fresh.length);
      return fresh;
    });
  } catch (error) {
    await removeFiles(at.companyId, files.filter(({ state }) => state === "stored").map(({ id }) => id));
    throw error;
  }
}
async function alreadyHere(tx: PlatformTx, companyId: number, rows: readonly NewMessage[]): Promise<Set<string>> {
  const found = await tx<{ connection: number; contact: number; external_id: string }[]>`
    select m.connection_id as connection, m.contact_id as contact, m.external_id
    from unnest(${rows.map((one) => one.connection)}::bigint[], ${rows.map((one) => one.contact)}::bigint[], ${
    rows.map((one) => one.external_id)
  }::text[]) as x (connection, contact, external_id)
    cross join lateral (select connection_id, contact_id, external_id from app.messages m
      where m.company_id = ${companyId} and m.connection_id = x.connection and m.external_id = x.external_id and m.contact_id = x.contact offset 0) m`;
  return new Set(found.map(keyOf));
}
async function insertFiles(tx: PlatformTx, companyId: number, rows: readonly MediaRow[]): Promise<void> {
  if (!rows.length) return;
  await tx`
    insert into app.media (company_id, id, state, kind, mime_type, file_name, bytes, width, height, failure)
    select ${companyId}, x.id, x.state, x.kind, x.mime_type, x.file_name, x.bytes, x.width, x.height,
      case when x.state = 'failed' then 'ERR_WAPP_DOWNLOAD_MEDIA' end
    from jsonb_to_recordset(${json(rows)}::text::jsonb)
      as x (id text, state text, kind text, mime_type text, file_name text, bytes bigint, width int, height int)`;
}
async function insertMessages(tx: PlatformTx, companyId: number, rows: readonly NewMessage[]): Promise<void> {
  if (!rows.length) return;
  const sorted = rows.toSorted((a, b) => a.sent_at.getTime() - b.sent_at.getTime());
  // Somebody who links the phone meanwhile may bring the same message.
  await tx`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, external_id, from_me, by_hand, kind, body, media_id,
      ack, is_private, is_deleted, is_edited, read, sent_at, created_at)
    select ${companyId}, x.ticket, x.contact, x.connection, x.queue, x.user_id, x.external_id, x.from_me, x.user_id is not null, x.kind, x.body,
      x.media_id, x.ack, x.is_private, x.is_deleted, x.is_edited, x.read, x.sent_at, x.sent_at
    from jsonb_to_recordset(${
    json(sorted)
  }::text::jsonb) as x (ticket bigint, contact bigint, connection bigint, queue bigint, user_id bigint,
      external_id text, from_me boolean, kind text, body text, media_id text, ack smallint, is_private boolean, is_deleted boolean,
      is_edited boolean, read boolean, sent_at timestamptz)
    on conflict do nothing`;
}

const QUOTES = 2_000;
/** What answers quote, wherever in the source it stood. */
async function quote(
  { companyId }: Company,
  all: readonly { connection: number; contact: number; external_id: string; quoted: string }[],
): Promise<void> {
  for (let from = 0; from < all.length; from += QUOTES) {
    const rows = all.slice(from, from + QUOTES).map((one) => ({
      ...{ connection: one.connection, contact: one.contact, external_id: one.external_id },
      quoted: /^\d+$/.test(one.quoted) ? `import:${one.quoted}` : one.quoted,
    }));
    await asPlatform((tx) =>
      tx`
      update app.messages m set quoted_id = q.id
      from jsonb_to_recordset(${
        json(rows)
      }::text::jsonb) as x (connection bigint, contact bigint, external_id text, quoted text), app.messages q
      where q.company_id = ${companyId} and q.connection_id = x.connection and q.external_id = x.quoted and q.contact_id = x.contact
        and m.company_id = ${companyId} and m.connection_id = x.connection and m.external_id = x.external_id and m.contact_id = x.contact`
    );
  }
}
