// Reading a conversation: its pages, its files and links, and where something was said.
import type postgres from "postgres";
import { MESSAGES_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { nearestMark, noteMark } from "../../core/lists/page-marks.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { TicketRow } from "../tickets/queries.ts";
import { readable } from "./actions/read.ts";
import type { GalleryKind, Message } from "./contract.ts";
import * as queries from "./queries.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
interface MessagePage {
  messages: Message[];
  hasMore: boolean;
  count: number;
}
/** Places of a search that are named; beyond that only their number is told. */
const MAX_HITS = 500;

/** The history of the contact on this connection, of the tickets one may see; each page oldest first. */
export async function history(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  pageNumber: number,
  queues: number[] | undefined,
): Promise<MessagePage> {
  const own = tx`m.ticket_id = ${ticket.id}`;
  const chosen = queues ? tx`(${own} or coalesce(m.queue_id, 0) = any (${queues}::bigint[]))` : tx`true`;
  const page = await pageOf(tx, me, ticket, pageNumber, { name: JSON.stringify(queues ?? null), chosen });
  return { ...page, messages: page.messages.reverse() };
}

/** The conversation's files or links, newest first. Stickers and what is to be seen once are no pictures to look through. */
export function gallery(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  kind: GalleryKind,
  pageNumber: number,
): Promise<MessagePage> {
  const file = (kinds: string[]) => tx`m.media_id is not null and m.kind = any (${kinds})`;
  const chosen: Record<GalleryKind, () => Fragment> = {
    media: () =>
      tx`${
        file(["image", "video"])
      } and not coalesce(m.data ? 'sticker', false) and not coalesce(m.data ? 'viewOnce', false)`,
    audio: () => file(["audio"]),
    documents: () => file(["application"]),
    links: () => tx`m.kind = 'chat' and m.body ~* '(https?://|www\\.)[^[:space:]]'`,
  };
  return pageOf(tx, me, ticket, pageNumber, { name: kind, chosen: tx`not m.is_deleted and ${chosen[kind]()}` });
}

async function pageOf(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  pageNumber: number,
  { name, chosen }: { name: string; chosen: Fragment },
): Promise<MessagePage> {
  const list = `m:${tx.companyId}:${me.id}:${ticket.id}:${name}`;
  const start = nearestMark(list, pageNumber);
  const rows = await queries.page(tx, {
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    seen: tx`${readable(tx, me, tx`m.ticket_id = ${ticket.id}`)} and ${chosen}`,
    mark: start.mark,
    skip: (pageNumber - start.page) * MESSAGES_PAGE,
    size: MESSAGES_PAGE + 1,
  });
  const shown = rows.slice(0, MESSAGES_PAGE);
  const hasMore = rows.length > MESSAGES_PAGE;
  const last = shown.at(-1);
  if (last && hasMore) noteMark(list, pageNumber + 1, { at: last.at, id: last.id });
  return {
    messages: shown,
    hasMore,
    count: (pageNumber - 1) * MESSAGES_PAGE + shown.length + (hasMore ? 1 : 0),
  };
}

/** Where a text was said in the conversation, without regard to case and accents, newest first. */
export async function places(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  needle: string,
): Promise<{ hits: { id: number; createdAt: Date }[]; count: number }> {
  if (!needle.trim()) return { hits: [], count: 0 };
  const rows = await tx<{ id: number; createdAt: Date; count: number }[]>`
    select m.id, m.sent_at as "createdAt", count(*) over ()::int as count from app.messages m
    where m.company_id = ${tx.companyId} and m.contact_id = ${ticket.contactId} and m.connection_id = ${ticket.connectionId}
      and not m.is_deleted and m.folded like app.pattern(${needle.trim()}) and ${
    readable(tx, me, tx`m.ticket_id = ${ticket.id}`)
  }
    order by m.sent_at desc, m.id desc limit ${MAX_HITS}`;
  return { hits: rows.map(({ id, createdAt }) => ({ id, createdAt })), count: rows[0]?.count ?? 0 };
}
