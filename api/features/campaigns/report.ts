// What became of the people of a campaign. The rows and their messages are the truth: nothing is counted beside them.
import type postgres from "postgres";
import { must } from "../../contract/errors.ts";
import { COUNT_EXACT_UP_TO, RECORDS_PAGE } from "../../contract/limits.ts";
import { spreadsheet, spreadsheetAnswer } from "../../core/sheets/spreadsheet.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import type { Shipping, ShippingState } from "./contract.ts";
import * as queries from "./queries.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** How far somebody's message `s` has come, by its message `m`. */
const state = (tx: Tx): Fragment =>
  tx`
  case when s.status not in ('waiting', 'sent') or m.id is null then s.status
    when m.status = 'failed' then 'failed' when s.answered_at is not null then 'answered'
    when m.ack >= 3 then 'read' when m.ack = 2 then 'delivered' when m.status in ('sent', 'uncertain') then 'sent' else 'waiting' end`;
const reason = (tx: Tx): Fragment =>
  tx`case when s.status in ('waiting', 'sent') and m.status = 'failed' then coalesce(m.error, '') else s.reason end`;
const from = (tx: Tx, id: number): Fragment =>
  tx`
  app.campaign_shipping s left join app.messages m on m.company_id = s.company_id and m.id = s.message_id
  where s.company_id = ${tx.companyId} and s.campaign_id = ${id}`;

interface Group {
  status: ShippingState;
  reason: string;
  variant: number | null;
  count: number;
  /** Of them, those who were asked first, and those who said yes. */
  asked: number;
  confirmed: number;
}
const ARRIVED: ReadonlySet<string> = new Set(["sent", "delivered", "read", "answered"]);

/** Counts by state, by reason, and by variant. */
export async function reportOf(tx: Tx, id: number) {
  // A plan for any campaign looks up message by message, which for 50,000 people takes four times as long as one for this campaign.
  const [found] = await Promise.all([
    queries.byId(tx, id),
    tx`select set_config('plan_cache_mode', 'force_custom_plan', true)`,
  ]);
  must(found, "ERR_NO_RECORD_FOUND");
  const groups = await tx<Group[]>`
    select ${state(tx)} as status, ${reason(tx)} as reason, s.variant, count(*) as count,
      count(*) filter (where s.confirmation_at is not null) as asked, count(*) filter (where s.confirmed_at is not null) as confirmed
    from ${from(tx, id)} group by 1, 2, 3`;
  const sum = (of: readonly Group[], what: "count" | "asked" | "confirmed" = "count") =>
    of.reduce((all, group) => all + group[what], 0);
  const by = <K>(of: readonly Group[], key: (group: Group) => K) => [...Map.groupBy(of, key)];
  return {
    total: sum(groups),
    asked: sum(groups, "asked"),
    confirmed: sum(groups, "confirmed"),
    states: by(groups, ({ status }) => status).map(([status, of]) => ({ status, count: sum(of) })),
    reasons: by(groups.filter((group) => group.reason !== ""), (group) => group.reason)
      .map(([why, of]) => ({ reason: why, count: sum(of) })).sort((a, b) => b.count - a.count),
    variants: by(groups.filter(({ variant }) => variant !== null), ({ variant }) => variant!)
      .map(([variant, of]) => ({
        variant,
        sent: sum(of.filter(({ status }) => ARRIVED.has(status))),
        answered: sum(of.filter(({ status }) => status === "answered")),
      })).sort((a, b) => a.variant - b.variant),
  };
}

export interface Chosen {
  status?: ShippingState;
  /** Who said yes when asked, whatever became of them then. */
  confirmed: boolean;
}
interface Filter extends Chosen {
  search: string;
}
const matching = (tx: Tx, { status, confirmed, search }: Filter): Fragment =>
  tx`${status ? tx`and ${state(tx)} = ${status}` : tx``} ${confirmed ? tx`and s.confirmed_at is not null` : tx``} ${
    search ? tx`and app.fold(s.name || ' ' || s.number) like (select app.pattern(${search}))` : tx``
  }`;
/** People in the order in which they were written down, behind one of them. */
function rowsAfter(tx: Tx, id: number, filter: Filter, after: number, size: number, skip = 0): Promise<Shipping[]> {
  return tx<Shipping[]>`
    select s.id, s.contact_id as "contactId", s.name, s.number, ${state(tx)} as status, ${
    reason(tx)
  } as reason, s.variant,
      w.name as whatsapp, coalesce(s.sent_at, case when m.status in ('sent', 'uncertain') then m.sent_at end) as "deliveredAt",
      s.confirmation_at as "confirmationRequestedAt", s.confirmed_at as "confirmedAt", s.answered_at as "answeredAt",
      left(a.body, 300) as answer, t.uuid as "ticketUuid"
    from app.campaign_shipping s
    left join app.messages m on m.company_id = s.company_id and m.id = s.message_id
    left join app.messages a on a.company_id = s.company_id and a.id = s.answer_message_id
    left join app.tickets t on t.company_id = s.company_id and t.id = coalesce(a.ticket_id, m.ticket_id)
    left join app.connections w on w.company_id = s.company_id and w.id = s.connection_id
    where s.company_id = ${tx.companyId} and s.campaign_id = ${id} and s.id > ${after} ${matching(tx, filter)}
    order by s.id limit ${size} offset ${skip}`;
}

/** A page of people. */
export async function shippingPage(
  tx: Tx,
  id: number,
  { status, confirmed, searchParam, pageNumber, after }: Chosen & {
    searchParam: string;
    pageNumber: number;
    after?: string;
  },
) {
  must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
  const filter = { status, confirmed, search: searchParam.trim() };
  const skip = after === undefined ? (pageNumber - 1) * RECORDS_PAGE : 0;
  const [rows, [counted]] = await Promise.all([
    rowsAfter(tx, id, filter, Number(after ?? 0), RECORDS_PAGE + 1, skip),
    tx<{ n: number }[]>`
      select count(*) as n from (select 1 from ${from(tx, id)} ${matching(tx, filter)} limit ${
      COUNT_EXACT_UP_TO + 1
    }) f`,
  ]);
  const last = rows.length > RECORDS_PAGE ? rows[RECORDS_PAGE - 1] : undefined;
  return {
    records: rows.slice(0, RECORDS_PAGE),
    hasMore: last !== undefined,
    ...(last && { next: String(last.id) }),
    count: Math.min(counted!.n, COUNT_EXACT_UP_TO),
    ...(counted!.n > COUNT_EXACT_UP_TO && { countIsMinimum: true }),
  };
}

/** Read at once; each page is a transaction of its own, so that a slow download holds none open. */
const PAGE = 500;
const COLUMNS = [
  ...[{ head: "nome", width: 30 }, { head: "numero", width: 18 }, { head: "estado", width: 14 }],
  ...[{ head: "motivo", width: 26 }, { head: "variante", width: 10 }, { head: "conexao", width: 20 }],
  ...[{ head: "enviada em", width: 24 }, { head: "confirmada em", width: 24 }, { head: "respondida em", width: 24 }],
  { head: "resposta", width: 50 },
];
/** All people of a campaign as a workbook; no cell of it is read as a formula. Refuses ERR_NO_RECORD_FOUND. */
export async function exportReport(companyId: number, id: number, chosen: Chosen): Promise<Response> {
  const exists = await withTenant({ companyId }, (tx) => queries.byId(tx, id), { read: true });
  must(exists, "ERR_NO_RECORD_FOUND");
  return spreadsheetAnswer(`campanha_${id}.xlsx`, spreadsheet("Campanha", COLUMNS, pagesOf(companyId, id, chosen)));
}
const iso = (at: unknown) => at ? new Date(at as string).toISOString() : "";
async function* pagesOf(companyId: number, id: number, chosen: Chosen) {
  for (let last = 0;;) {
    const rows = await withTenant({ companyId }, (tx) => rowsAfter(tx, id, { ...chosen, search: "" }, last, PAGE), {
      read: true,
    });
    yield rows.map((row) => [
      ...[row.name, row.number, row.status, row.reason, row.variant ?? "", row.whatsapp ?? ""],
      ...[iso(row.deliveredAt), iso(row.confirmedAt), iso(row.answeredAt), row.answer ?? ""],
    ]);
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}
