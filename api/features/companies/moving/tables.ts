// Which tables of a company move with it to another installation, and how their rows can be put in order.
import type postgres from "postgres";
import { removalOrder } from "../removal/order.ts";

/** Tables that stay, and why: the reason stands in the report. */
export const staying: Record<string, string> = {
  ...of("is of this installation's moment", [
    ...[
      "ai_uses",
      "api_calls",
      "channel_requests",
      "early_updates",
      "event_heads",
      "events",
      "half_hours",
      "imported_rows",
      "idempotency_keys",
    ],
    ...[
      "integration_calls",
      "integration_sessions",
      "leases",
      "link_cards",
      "messages_held",
      "number_checks",
      "pace_state",
    ],
    ...["past_messages", "uploads", "webhook_deliveries", "outages_shown", "notifications_shown", "message_payloads"],
    ...["campaign_lines", "company_exports", "company_usage"],
  ]),
  ...of("is a key or a sign-in, which only its installation can open", [
    ...["api_keys", "authenticators", "channel_accounts", "connection_secrets", "connection_secrets_kept", "devices"],
    ...["invitations", "passkeys", "recovery_codes", "sessions", "support_sessions", "webhooks"],
  ]),
  ...of("is the operator's account of the company", ["charges", "invoices"]),
  ...of("is made anew for people whose e-mail nobody has yet", ["logins"]),
};
function of(why: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, why]));
}
/** What a connection, a message or a campaign must not go on with elsewhere: nothing rings, nothing is sent. */
export const changed: Record<string, (row: Record<string, unknown>) => Record<string, unknown>> = {
  connections: (row) => ({ ...row, status: "DISCONNECTED", wanted: false, sealed: null, token: "", alerted_at: null }),
  messages: (row) =>
    ["waiting", "sending", "uncertain"].includes(String(row.status))
      ? { ...row, status: "failed", error: "ERR_WITHDRAWN", sending_since: null, sending_by: null, retry_at: null }
      : row,
  campaigns: (row) =>
    ["PROGRAMADA", "EM_ANDAMENTO"].includes(String(row.status)) ? { ...row, status: "CANCELADA" } : row,
  schedules: (row) => ["PENDENTE", "AGENDADA"].includes(String(row.status)) ? { ...row, status: "ERRO" } : row,
  users: (row) => ({ ...row, super: false }),
};

interface Arrow {
  table: string;
  columns: string[];
  target: string;
}
export interface Moved {
  table: string;
  /** Columns that PostgreSQL does not write itself. */
  columns: string[];
  /** Those that name rows which come later: filled when all are there. */
  later: string[];
  key: string[];
}
/** The tables that move, those that others point at first. */
export async function movedTables(sql: postgres.Sql): Promise<Moved[]> {
  const all = (await removalOrder(sql)).map((name) => name.replace(/^app\./, "")).toReversed();
  const names = all.filter((name) => !(name in staying));
  const columns = await sql<{ table: string; column: string; nullable: boolean }[]>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable from information_schema.columns
    where table_schema = 'app' and is_generated = 'NEVER' and table_name = any (${names}) order by ordinal_position`;
  const arrows = await sql<Arrow[]>`
    select split_part(f.conrelid::regclass::text, '.', 2) as table, split_part(f.confrelid::regclass::text, '.', 2) as target,
      array(select a.attname::text from unnest(f.conkey) k join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k
        where a.attname <> 'company_id') as columns
    from pg_constraint f where f.contype = 'f' and f.connamespace = 'app'::regnamespace`;
  const keys = await sql<{ table: string; columns: string[] }[]>`
    select split_part(k.conrelid::regclass::text, '.', 2) as table,
      array(select a.attname::text from unnest(k.conkey) c join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c) as columns
    from pg_constraint k where k.contype = 'p' and k.connamespace = 'app'::regnamespace`;
  return names.map((table, at) => {
    const own = columns.filter((one) => one.table === table);
    const late = (target: string) => !names.slice(0, at).includes(target) && target !== "companies";
    const later = new Set(
      arrows.filter((one) => one.table === table && late(one.target)).flatMap((one) => one.columns),
    );
    return {
      table,
      columns: own.map(({ column }) => column),
      later: own.filter(({ column, nullable }) => nullable && later.has(column)).map(({ column }) => column),
      key: keys.find((one) => one.table === table)!.columns,
    };
  });
}
