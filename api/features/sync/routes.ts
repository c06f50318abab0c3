import { refuse } from "../../contract/errors.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { newestMessages } from "../messages/actions/read.ts";
import { sync as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** More live tickets than a device keeps. */
const MAX_IDS = 2_000;

/** Mounts what devices ask to work offline: four short statements for a page, however many tickets it holds. */
export function sync(api: Api, _parts: Parts): void {
  route(api, calls.tickets, async ({ tx, me, query }) => {
    const mark = query.after === undefined ? null : readMark(query.after);
    const since = query.since ?? null;
    const round = mark ?? await queries.begin(tx, me, since);
    const [rows, ids] = await Promise.all([
      queries.tickets(tx, me, { after: mark, since: round.all ? null : since, limit: query.limit }),
      mark ? null : queries.ids(tx, me, MAX_IDS),
    ]);
    const shown = rows.slice(0, query.limit);
    const said = await newestMessages(tx, me, shown, query.messages);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    return {
      tickets: shown.map((ticket) => ({ ticket, messages: said.get(ticket.id)! })),
      next: last ? writeMark({ ...round, updatedAt: last.at, id: last.id }) : null,
      ids,
      at: round.at,
    };
  });
}

/** Where a page ended, when its round began, and whether that round is of all or of what moved. */
interface PageMark extends queries.Place {
  at: Date;
  all: boolean;
}
const MARK = /^(\d{13}) ([01]) (\d{1,16}) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/;

function writeMark({ at, all, updatedAt, id }: PageMark): string {
  return btoa(`${at.getTime()} ${Number(all)} ${id} ${updatedAt}`).replaceAll("=", "");
}
/** Refuses ERR_BAD_CURSOR for what is no `next` of ours. */
function readMark(text: string): PageMark {
  const match = /^[\w+/]+$/.test(text) && text.length % 4 !== 1 ? MARK.exec(atob(text)) : null;
  if (!match || Number.isNaN(Date.parse(isoOf(match[4]!)))) return refuse("ERR_BAD_CURSOR");
  return { at: new Date(Number(match[1])), all: match[2] === "1", id: Number(match[3]), updatedAt: match[4]! };
}
/** PostgreSQL's text of an instant as a standard one: a company without a ticket would have nobody look at a thirteenth month. */
const isoOf = (text: string) => text.replace(" ", "T").replace(/[+-]\d\d$/, "$&:00");
