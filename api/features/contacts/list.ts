// The list of contacts: by name, or what a text is found in.
import type { z } from "zod";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { refuse } from "../../contract/errors.ts";
import { contactsByOwnId } from "../../core/lists/own-ids.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Contact, contacts } from "./contract.ts";
import * as queries from "./queries.ts";

type Query = z.output<typeof contacts.list.query>;
interface Page {
  contacts: Contact[];
  hasMore: boolean;
  next?: string;
  count: number;
  countIsMinimum?: boolean;
}

/** More people than this are on no list. */
const MOST_FOUND = 200_000;
/** The ids of all customers that the list of contacts would find so. */
export async function everyFound(
  tx: Tx,
  me: Me,
  { searchParam, contactTag, channel }: { searchParam: string; contactTag: number[]; channel?: string },
): Promise<number[]> {
  const filter: queries.Filter = {
    ...{ search: searchParam.trim(), tags: contactTag.length ? contactTag : null, channel: channel || null },
    ...{ isGroup: false, ids: null, hidden: me.hideNumbers },
  };
  const rows = filter.search
    ? await queries.search(tx, filter, MOST_FOUND, 0)
    : await queries.pageOfPlaces(tx, filter, MOST_FOUND, 0);
  return rows.map(({ id }) => id);
}

/** One page; counts are exact up to 1,000. */
export async function listContacts(tx: Tx, me: Me, query: Query): Promise<Page> {
  const filter: queries.Filter = {
    search: query.searchParam.trim(),
    tags: query.contactTag ?? null,
    channel: query.channel || null,
    isGroup: query.isGroup === "true" ? true : query.isGroup === "false" ? false : null,
    ids: null,
    hidden: me.hideNumbers,
  };
  // Whoever reads numbers masked finds nobody by them.
  const own = me.hideNumbers ? [] : await contactsByOwnId(tx, filter.search);
  if (own.length > 0) Object.assign(filter, { search: "", ids: own });
  const skip = (query.pageNumber - 1) * RECORDS_PAGE;
  const { ids, next, count } = filter.search
    ? await searched(tx, filter, skip)
    : await named(tx, filter, query.after === undefined ? skip : readPlace(query.after));
  return {
    contacts: await queries.byIds(tx, ids.slice(0, RECORDS_PAGE)),
    hasMore: ids.length > RECORDS_PAGE,
    ...(next && { next }),
    count: Math.min(count, COUNT_EXACT_UP_TO),
    ...(count > COUNT_EXACT_UP_TO ? { countIsMinimum: true } : {}),
  };
}

interface Found {
  ids: number[];
  next?: string;
  count: number;
}
const writePlace = ({ id, key }: queries.Place): string => `${id}:${key}`;
/** Refuses ERR_BAD_CURSOR for what is no `next` of ours. */
function readPlace(text: string): queries.Place {
  const match = text.includes("\0") ? null : /^(\d{1,15}):(.*)$/s.exec(text);
  return match ? { id: Number(match[1]), key: match[2]! } : refuse("ERR_BAD_CURSOR");
}

async function named(tx: Tx, filter: queries.Filter, from: queries.Place | number): Promise<Found> {
  const places = await queries.pageOfPlaces(tx, filter, RECORDS_PAGE + 1, from);
  const last = places.length > RECORDS_PAGE ? places[RECORDS_PAGE - 1] : undefined;
  return {
    ids: places.map(({ id }) => id),
    ...(last && { next: writePlace(last) }),
    count: await queries.count(tx, filter, COUNT_EXACT_UP_TO + 1),
  };
}
async function searched(tx: Tx, filter: queries.Filter, skip: number): Promise<Found> {
  const rows = await queries.search(tx, filter, RECORDS_PAGE + 1, skip);
  // Behind the last page no row carries the total.
  const [first] = rows.length || !skip ? rows : await queries.search(tx, filter, 1, 0);
  return { ids: rows.map((row) => row.id), count: first?.total ?? 0 };
}
