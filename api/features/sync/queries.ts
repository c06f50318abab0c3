// SQL of what a device keeps. Live tickets are the few that the index of live tickets holds; which of them moved, the event log
// knows: an edited message or a contact's new name leaves the ticket's own row as it was.
import type postgres from "postgres";
import { eventName } from "../../contract/event.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import type { Me } from "../../core/access/auth.ts";
import { viewerKeys } from "../../core/live/client.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Ticket } from "../tickets/contract.ts";
import { page } from "../tickets/queries.ts";
import { served } from "../tickets/visibility.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A place in the list: the last row of the page before. The instant is PostgreSQL's text and is passed as text: a Date has no microseconds. */
export interface Place {
  updatedAt: string;
  id: number;
}

/**
 * When a round began, for the next `since`, and whether that must be all. Rows and events bear the time their transaction began
 * and are seen when it commits: two minutes back, twice what a statement may run, misses none of them. A ticket that is sent
 * twice for it is the same ticket.
 */
export async function begin(tx: Tx, me: Me, since: string | null): Promise<{ at: Date; all: boolean }> {
  // Events are kept seven days; after a change of rights, tickets came into sight that did not move; a new name stands in any; of many
  // changes at once no event says whose they were.
  const [row] = await tx<{ at: Date; all: boolean }[]>`
    select now() - interval '2 minutes' as at, ${since}::text::timestamptz is null or ${since}::text::timestamptz < now() - interval '6 days' or exists (
      select 1 from app.events e where e.company_id = ${tx.companyId} and e.name = 'recado-rights' and e.created_at >= ${since}::text::timestamptz
        and e.audience && ${[...viewerKeys(me)]}::text[]) or exists (
      select 1 from app.events e where e.company_id = ${tx.companyId} and e.name = any (${
    [nameChanged, manyChanged].map((event) => eventName(event, tx.companyId))
  })
        and e.created_at >= ${since}::text::timestamptz) as all`;
  return row!;
}

/** One row more than `limit` of the live tickets this person works in, latest change first, beyond a place; with what moved only. */
export function tickets(
  tx: Tx,
  me: Me,
  { after, since, limit }: { after: Place | null; since: string | null; limit: number },
): Promise<(Ticket & { at: string })[]> {
  const size = tx.unsafe(`limit ${Math.trunc(limit) + 1}`) as unknown as Fragment;
  const beyond = after ? tx`and (t.updated_at, t.id) < (${after.updatedAt}::text::timestamptz, ${after.id})` : tx``;
  return page(
    tx,
    tx`
    select t.id, t.updated_at from app.tickets t
    where t.company_id = ${tx.companyId} and t.status <> 'closed' and ${served(tx, me)} ${beyond} ${
      since ? tx`and ${moved(tx, since)}` : tx``
    }
    order by t.updated_at desc, t.id desc ${size}`,
    tx`desc`,
  );
}
/** Its own row moved, or something of its contact's history did: that may be a message of an earlier ticket. */
function moved(tx: Tx, since: string): Fragment {
  return tx`(t.updated_at >= ${since}::text::timestamptz or t.contact_id in (
    select e.contact_id from app.events e where e.company_id = ${tx.companyId} and e.created_at >= ${since}::text::timestamptz))`;
}

/** The ids of the live tickets this person works in, latest change first, at most `limit`. */
export async function ids(tx: Tx, me: Me, limit: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from app.tickets t where t.company_id = ${tx.companyId} and t.status <> 'closed' and ${served(tx, me)}
    order by t.updated_at desc, t.id desc limit ${limit}`;
  return rows.map((row) => row.id);
}
