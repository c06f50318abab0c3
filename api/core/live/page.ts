// GET /api/events?after=: the event log as pages of JSON, for a company's keys. Without a gap: a position that is no longer kept is
// refused, never skipped.
import { type Happening, happeningOf, scopeOfHappening } from "../../contract/programs/happenings.ts";
import { refuse } from "../../contract/errors.ts";
import type { CallingKey } from "../access/by-key.ts";
import { platform } from "../../../db/tenant.ts";

export interface EventPage {
  events: (Pick<Happening, "type" | "data"> & { id: string; position: number; at: string })[];
  /** Where the next page begins; the same again when nothing came. */
  next: string;
  hasMore: boolean;
}
const PAGE_MAX = 500;
const CURSOR = /^(?:([0-9a-f]{8})\.)?(\d{1,15})$/;

interface Row {
  position: number;
  name: string;
  audience: string[];
  except: string[] | null;
  payload: unknown;
  at: Date;
}

/** One page of what a key may hear after a position: an event's `id`, or 0 for all that is kept. */
export async function eventPage(
  epoch: string,
  { companyId, key }: { companyId: number; key: CallingKey },
  { after, limit = "100" }: { after: string; limit?: string | undefined },
): Promise<EventPage> {
  const match = CURSOR.exec(after);
  const size = Number(limit);
  if (!match || match[1] && match[1] !== epoch) return refuse("ERR_BAD_CURSOR");
  if (!/^\d{1,4}$/.test(limit) || size < 1 || size > PAGE_MAX) {
    refuse("ERR_VALIDATION", { details: [{ path: "query.limit", message: "number" }] });
  }
  const given = Number(match[2]);
  const [{ head, oldest }] = await platform()<{ head: number; oldest: number | null }[]>`
    select coalesce((select seq from app.event_heads where company_id = ${companyId}), 0)::bigint as head,
      (select min(position) from app.events where company_id = ${companyId}) as oldest` as unknown as [
    { head: number; oldest: number | null },
  ];
  const first = oldest ?? head + 1;
  if (given > head || given !== 0 && given + 1 < first) {
    refuse("ERR_BAD_CURSOR", { oldest: `${epoch}.${first - 1}`, head: `${epoch}.${head}` });
  }
  const rows = await platform()<Row[]>`
    select position, name, audience, except_ as "except", payload, created_at as at from app.events
    where company_id = ${companyId} and position > ${given} and position <= ${head} order by position limit ${size}`;
  const last = Number(rows.at(-1)?.position ?? given);
  const events = rows.flatMap((row) => {
    if (!row.audience.some((one) => ["company", "admin"].includes(one)) || row.except?.includes("admin")) return [];
    const happened = happeningOf(row.name, row.payload);
    if (!happened || !key.scopes.includes(scopeOfHappening(happened.type))) return [];
    const { type, data } = happened;
    return [{ id: `${epoch}.${row.position}`, position: Number(row.position), at: row.at.toISOString(), type, data }];
  });
  return { events, next: `${epoch}.${last}`, hasMore: last < head };
}
