// What the platform's operator sees of invoices: all companies', their sums by month, and a workbook.
import type postgres from "postgres";
import type { z } from "zod";
import { must } from "../../contract/errors.ts";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { spreadsheet, spreadsheetAnswer } from "../../core/sheets/spreadsheet.ts";
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";
import type { AllQuery, OperatorInvoice } from "./contract.ts";
import { asReais, describeInvoice, statusOf } from "./describe.ts";
import * as queries from "./queries.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Filter = Pick<z.output<typeof AllQuery>, "searchParam" | "status" | "companyId" | "month">;
export interface OperatorRow extends queries.InvoiceRow {
  companyName: string;
  paidBy: string;
}

const from = (tx: PlatformTx): Fragment =>
  tx`
  from app.invoices i join app.companies c on c.id = i.company_id
  left join lateral (select u.name from app.users u where u.id = i.paid_by limit 1) u on true`;
/** Days of a company are those of its own zone. */
const matching = (tx: PlatformTx, { searchParam, status, companyId, month }: Filter): Fragment => {
  const search = searchParam.trim();
  return tx`where ${status ? tx`i.status = ${statusOf(status)}` : tx`true`} ${
    companyId ? tx`and i.company_id = ${companyId}` : tx``
  } ${month ? tx`and to_char(i.due_at at time zone c.timezone, 'YYYY-MM') = ${month}` : tx``} ${
    search ? tx`and app.fold(c.name || ' ' || i.detail || ' ' || i.id) like (select app.pattern(${search}))` : tx``
  }`;
};
const rows = (tx: PlatformTx, condition: Fragment, rest: Fragment): Promise<OperatorRow[]> =>
  tx<OperatorRow[]>`
    select ${queries.shown(tx)}, c.name as "companyName", coalesce(u.name, '') as "paidBy" ${
    from(tx)
  } ${condition} ${rest}`;

export function describeForOperator(row: OperatorRow): z.input<typeof OperatorInvoice> {
  const { companyId, companyName, provider, paidBy, note } = row;
  return { ...describeInvoice(row), companyId, companyName, provider, paidBy, note };
}
/** One invoice as the operator sees it. Refuses ERR_NO_RECORD_FOUND. */
export async function oneForOperator(tx: PlatformTx, id: number): Promise<z.input<typeof OperatorInvoice>> {
  const [row] = await rows(tx, tx`where i.id = ${id}`, tx``);
  return describeForOperator(must(row, "ERR_NO_RECORD_FOUND"));
}

/** A page of all companies' invoices, the latest due first. */
export async function pageOfAll(tx: PlatformTx, query: z.output<typeof AllQuery>) {
  const found = await rows(
    tx,
    matching(tx, query),
    tx`order by i.due_at desc, i.id desc limit ${RECORDS_PAGE + 1} offset ${(query.pageNumber - 1) * RECORDS_PAGE}`,
  );
  const [counted] = await tx<{ n: number }[]>`
    select count(*) as n from (select 1 ${from(tx)} ${matching(tx, query)} limit ${COUNT_EXACT_UP_TO + 1}) f`;
  return {
    invoices: found.slice(0, RECORDS_PAGE).map(describeForOperator),
    hasMore: found.length > RECORDS_PAGE,
    count: Math.min(counted!.n, COUNT_EXACT_UP_TO),
    ...(counted!.n > COUNT_EXACT_UP_TO && { countIsMinimum: true }),
  };
}

/** Eleven months back and two ahead, by each company's own calendar; a month in which nothing was is there too. */
export async function sumsByMonth(tx: PlatformTx) {
  const found = await tx<{ month: string; earned: number; due: number; paid: number; open: number }[]>`
    with months as (
      select to_char(m, 'YYYY-MM') as month from generate_series(date_trunc('month', now()) - interval '11 months',
        date_trunc('month', now()) + interval '2 months', interval '1 month') m),
    known as (
      select i.status, i.cents, to_char(i.due_at at time zone c.timezone, 'YYYY-MM') as due_month,
        to_char(i.paid_at at time zone c.timezone, 'YYYY-MM') as paid_month
      from app.invoices i join app.companies c on c.id = i.company_id where i.status <> 'void' and c.removed_at is null
      union all
      select case when refunded then 'refunded' else 'paid' end, cents, due_month, paid_month from app.past_payments)
    select m.month,
      coalesce((select sum(cents) from known where paid_month = m.month and status = 'paid'), 0)::bigint as earned,
      coalesce((select sum(cents) from known where due_month = m.month and status <> 'refunded'), 0)::bigint as due,
      (select count(*) from known where due_month = m.month and status = 'paid') as paid,
      (select count(*) from known where due_month = m.month and status = 'open') as open
    from months m order by m.month`;
  return found.map(({ earned, due, ...month }) => ({ ...month, earned: asReais(earned), due: asReais(due) }));
}

/** Read at once; each page is a transaction of its own, so that a slow download holds none open. */
const PAGE = 500;
const COLUMNS = [
  ...[{ head: "fatura", width: 10 }, { head: "empresa", width: 30 }, { head: "detalhes", width: 50 }],
  ...[{ head: "usuarios", width: 10 }, { head: "conexoes", width: 10 }, { head: "vencimento", width: 24 }],
  ...[{ head: "valor", width: 12 }, { head: "estado", width: 12 }, { head: "paga em", width: 24 }],
  ...[{ head: "forma", width: 14 }, { head: "paga por", width: 24 }, { head: "observacao", width: 20 }],
];
/** All of them as a workbook; no cell of it is read as a formula. */
export function exportAll(filter: Filter): Response {
  return spreadsheetAnswer("faturas.xlsx", spreadsheet("Faturas", COLUMNS, pages(filter)));
}
async function* pages(filter: Filter) {
  for (let last = 0;;) {
    const lot = await asPlatform((tx) =>
      rows(tx, tx`${matching(tx, filter)} and i.id > ${last}`, tx`order by i.id limit ${PAGE}`)
    );
    yield lot.map(describeForOperator).map((one) => [
      ...[one.id, one.companyName, one.detail, one.users, one.connections, iso(one.dueDate)],
      ...[one.value, one.status, iso(one.paidAt), one.provider, one.paidBy, one.note],
    ]);
    if (lot.length < PAGE) return;
    last = lot.at(-1)!.id;
  }
}
const iso = (at: Date | string | null) => at ? new Date(at).toISOString() : "";
