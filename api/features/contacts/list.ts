// The list of contacts: by name, or what a text is found in.
import type { z } from "zod";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Contact, contacts } from "./contract.ts";
import * as queries from "./queries.ts";

type Query = z.output<typeof contacts.list.query>;
interface Page {
  contacts: Contact[];
  hasMore: boolean;
  count: number;
  countIsMinimum?: boolean;
}

/** One page; counts are exact up to 1,000. */
export async function listContacts(tx: Tx, me: Me, query: Query): Promise<Page> {
  const filter: queries.Filter = {
    search: query.searchParam.trim(),
    tags: query.contactTag ?? null,
    channel: query.channel || null,
    isGroup: query.isGroup === "true" ? true : query.isGroup === "false" ? false : null,
    hidden: me.hideNumbers,
  };
  const skip = (query.pageNumber - 1) * RECORDS_PAGE;
  const { ids, count } = filter.search ? await searched(tx, filter, skip) : await named(tx, filter, skip);
  return {
    contacts: await queries.byIds(tx, ids.slice(0, RECORDS_PAGE)),
    hasMore: ids.length > RECORDS_PAGE,
    count: Math.min(count, COUNT_EXACT_UP_TO),
    ...(count > COUNT_EXACT_UP_TO ? { countIsMinimum: true } : {}),
  };
}

async function named(tx: Tx, filter: queries.Filter, skip: number): Promise<{ ids: number[]; count: number }> {
  return {
    ids: await queries.pageOfIds(tx, filter, RECORDS_PAGE + 1, skip),
    count: await queries.count(tx, filter, COUNT_EXACT_UP_TO + 1),
  };
}
async function searched(tx: Tx, filter: queries.Filter, skip: number): Promise<{ ids: number[]; count: number }> {
  const rows = await queries.search(tx, filter, RECORDS_PAGE + 1, skip);
  // Behind the last page no row carries the total.
  const [first] = rows.length || !skip ? rows : await queries.search(tx, filter, 1, 0);
  return { ids: rows.map((row) => row.id), count: first?.total ?? 0 };
}
