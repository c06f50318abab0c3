// A page of the report, and the whole of it as a workbook.
import type { z } from "zod";
import type { Me } from "../../core/access/auth.ts";
import { type DayRange, dayRange } from "../../core/lists/day-range.ts";
import { maskNumber, namesNumber } from "../../core/http/mask.ts";
import { type Mark, nearestMark, noteMark } from "../../core/lists/page-marks.ts";
import { type Cell, spreadsheet } from "../../core/sheets/spreadsheet.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { summary } from "../messages/actions/last-message.ts";
import type { ExportQuery, ReportQuery, reports } from "./contract.ts";
import * as queries from "./queries.ts";
import { heads, sheetName, statusWord } from "./words.ts";

type Filters = Pick<
  z.output<typeof ReportQuery>,
  keyof z.output<typeof ReportQuery> & keyof z.output<typeof ExportQuery>
>;

function wanted(q: Filters): queries.ReportFilters {
  return {
    search: q.searchParam.trim(),
    contact: q.contactId || null,
    connections: q.whatsappId ?? null,
    users: q.users ?? null,
    queues: q.queueIds ?? null,
    statuses: q.status ?? null,
    onlyRated: q.onlyRated,
  };
}
const rangeOf = (tx: Tx, me: Me, q: Filters): Promise<DayRange> =>
  dayRange(tx, me.timezone, { from: q.dateFrom, to: q.dateTo });

/** What was said last in the round, as lists show it. */
const lastOf = ({ lastMessage, said }: queries.FoundRow) => lastMessage ?? (said ? summary(said.kind, said.body) : "");

/** Somebody of whom only the number is known is called by it, and then the name is masked like the number. */
function masked(row: queries.FoundRow, me: Me): queries.FoundRow {
  if (!me.hideNumbers || row.isGroup || !namesNumber(row.contactName, row.contactNumber)) return row;
  return { ...row, contactName: maskNumber(row.contactNumber) };
}

/** One page, from the nearest known beginning. */
export async function reportPage(
  tx: Tx,
  me: Me,
  q: z.output<typeof ReportQuery>,
): Promise<z.input<typeof reports.list.response>> {
  const w = wanted(q);
  const range = await rangeOf(tx, me, q);
  const list = `report:${tx.companyId}:${me.id}:${q.pageSize}:${JSON.stringify([w, range])}`;
  const start = nearestMark(list, q.page);
  const [found, total] = await Promise.all([
    queries.rows(tx, me, w, range, {
      mark: start.mark,
      skip: (q.page - start.page) * q.pageSize,
      limit: q.pageSize + 1,
    }),
    queries.total(tx, me, w, range),
  ]);
  const shown = found.slice(0, q.pageSize);
  const last = shown.at(-1);
  if (last && found.length > q.pageSize) noteMark(list, q.page + 1, { at: last.at, id: last.roundId });
  return {
    tickets: shown.map((row) => ({ ...masked(row, me), lastMessage: lastOf(row) })),
    totalTickets: { total },
    dateFrom: range.firstDay,
    dateTo: range.lastDay,
  };
}

/** Rows that are in memory at once, few enough to be gone before the next are read; columns as wide as what stands in them. */
const LOT = 200;
const WIDTHS = [10, 22, 32, 24, 20, 14, 60, 17, 17, 18, 8];

/**
 * The workbook, read in lots as fast as it is fetched: each lot has a transaction of its own, so a slow reader holds no
 * connection. A round that moves meanwhile may be missing or stand as it was.
 */
export async function reportFile(me: Me, q: z.output<typeof ExportQuery>): Promise<ReadableStream<Uint8Array>> {
  const actor = { companyId: me.companyId, userId: me.id };
  const w = wanted(q);
  const range = await withTenant(actor, (tx) => rangeOf(tx, me, q), { read: true });
  async function* lots(): AsyncGenerator<Cell[][]> {
    let mark: Mark | null = null;
    for (;;) {
      const after: Mark | null = mark;
      const found: queries.FoundRow[] = await withTenant(
        actor,
        (tx) => queries.rows(tx, me, w, range, { mark: after, skip: 0, limit: LOT }),
        { read: true },
      );
      yield found.map((row) => cells(masked(row, me), q.language));
      const last = found.at(-1);
      if (!last || found.length < LOT) return;
      mark = { at: last.at, id: last.roundId };
    }
  }
  const columns = heads[q.language].map((head, i) => ({ head, width: WIDTHS[i]! }));
  return spreadsheet(sheetName[q.language], columns, lots());
}

function cells(row: queries.FoundRow, language: z.output<typeof ExportQuery>["language"]): Cell[] {
  return [
    row.id,
    row.whatsappName,
    row.contactName,
    row.userName,
    row.queueName,
    statusWord(language, row.status),
    lastOf(row),
    { at: row.createdDay },
    row.closedDay === null ? null : { at: row.closedDay },
    row.supportTime,
    row.NPS,
  ];
}
