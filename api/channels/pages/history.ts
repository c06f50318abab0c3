// A conversation as the visitor's page sees it: what was said between the two, nothing private, one connection only.
import type postgres from "postgres";
import type { MediaKind, PageMessage } from "../../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";

/** The conversation of one person on one connection. */
export interface Conversation {
  companyId: number;
  connectionId: number;
  contactId: number;
}
interface Row {
  id: string;
  key: string | null;
  fromMe: boolean;
  text: string;
  at: Date;
  ack: number;
  deleted: boolean;
  edited: boolean;
  mediaId: string | null;
  kind: MediaKind;
  mimeType: string;
  fileName: string;
  bytes: number;
}

/** The contact a visitor has become, if they have written. */
export async function visitorContact(companyId: number, kind: string, value: string): Promise<number | null> {
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ contact_id: number }[]>`
      select contact_id from app.contact_identities where company_id = ${companyId} and kind = ${kind} and value = ${value}`;
    return row?.contact_id ?? null;
  }, { read: true });
}

/** What a page calls a message: the provider's id, or the key that becomes it when the message is sent. */
const pageId = (tx: Tx) => tx`coalesce(m.external_id, m.key, 'm:' || m.id)`;
const shared = (tx: Tx, c: Conversation) =>
  tx`m.company_id = ${c.companyId} and m.contact_id = ${c.contactId} and m.connection_id = ${c.connectionId}
    and not m.is_private and m.kind <> 'gone' and not (m.from_me and m.status = 'failed')`;
function rows(tx: Tx, of: postgres.PendingQuery<postgres.Row[]>): Promise<Row[]> {
  return tx<Row[]>`
    select ${pageId(tx)} as id, m.key, m.from_me as "fromMe", m.body as text, m.sent_at as at,
      case when m.from_me then m.ack when m.read then 3 else 1 end as ack, m.is_deleted as deleted, m.is_edited as edited,
      f.id as "mediaId", case when m.kind = 'application' then 'document' else f.kind end as kind,
      f.mime_type as "mimeType", f.file_name as "fileName", f.bytes
    from (${of}) m left join app.media f on f.company_id = m.company_id and f.id = m.media_id and f.state = 'stored'
    order by m.sent_at, m.id`;
}
function shown({ mediaId, kind, mimeType, fileName, bytes, fromMe, at, text, ...rest }: Row): PageMessage {
  const media = mediaId && !rest.deleted ? { kind, url: mediaId, mimeType, fileName, bytes } : undefined;
  return { ...rest, fromVisitor: !fromMe, at: at.getTime(), text: rest.deleted ? "" : text, media };
}

/** The newest messages, oldest first; before the one that is named, if it is theirs. */
export async function pageHistory(c: Conversation, limit: number, before?: string): Promise<PageMessage[]> {
  return await withTenant({ companyId: c.companyId }, async (tx) => {
    const beyond = before === undefined ? tx`` : tx`and (m.sent_at, m.id) < (
      select m.sent_at, m.id from app.messages m where ${shared(tx, c)} and ${pageId(tx)} = ${before} limit 1)`;
    const found = await rows(
      tx,
      tx`select m.* from app.messages m where ${
        shared(tx, c)
      } ${beyond} order by m.sent_at desc, m.id desc limit ${limit}`,
    );
    return found.map(shown);
  }, { read: true });
}

/** These messages as the page sees them; those that are not for it are left out. */
export async function pageMessages(c: Conversation, ids: readonly number[]): Promise<PageMessage[]> {
  return await withTenant({ companyId: c.companyId }, async (tx) => {
    const wanted = tx`select m.* from app.messages m where ${
      shared(tx, c)
    } and m.id = any (${ids as number[]}::bigint[])`;
    return (await rows(tx, wanted)).map(shown);
  }, { read: true });
}

/** A file of the conversation. Nothing for files of others, of private notes and of deleted messages. */
export async function pageFile(c: Conversation, id: string) {
  return await withTenant({ companyId: c.companyId }, async (tx) => {
    const [row] = await tx<{ mime_type: string; file_name: string; bytes: number }[]>`
      select f.mime_type, f.file_name, f.bytes from app.media f
      where f.company_id = ${c.companyId} and f.id = ${id} and f.state = 'stored' and exists (
        select 1 from app.messages m where m.media_id = f.id and not m.is_deleted and ${shared(tx, c)})`;
    return row;
  }, { read: true });
}
