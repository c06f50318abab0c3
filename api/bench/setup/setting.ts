// What every operation is given: the database, the servers, and people of company 2 with a session.
import type postgres from "postgres";
import { signAccess } from "../../core/access/auth.ts";
import type { BenchSize } from "../../../db/seed-bench.ts";
import { type BenchDatabase, openDatabase } from "./database.ts";
import { Line } from "./http.ts";
import type { Pace } from "./measure.ts";
import { type Started, startProduct, startScript } from "./processes.ts";

export const COMPANY = 2;
/** An admin, and the queues that all lists of the bench ask for. */
export const ADMIN = 101;
export const QUEUES = Array.from({ length: 10 }, (_, i) => i + 1);

export interface Setting {
  database: BenchDatabase;
  sql: postgres.Sql;
  floor: Started;
  product: Started;
  pace: Pace;
  quick: boolean;
  /** A bearer header, good for a quarter of an hour. */
  bearer(userId?: number, companyId?: number): Promise<Record<string, string>>;
  /** Ends everything that this setting started. */
  close(): Promise<void>;
}

/** Opens a copy of the data set and starts floor and product on it. */
export async function openSetting(quick: boolean, size: BenchSize = "usual"): Promise<Setting> {
  const database = await openDatabase(size);
  const floor = await startScript("../floor/floor.ts", [database.url]);
  const product = await startProduct(database, "api");
  const sessions = new Map<number, string>();
  const { sql } = database;
  return {
    database,
    sql,
    floor,
    product,
    quick,
    pace: quick ? { rounds: 3, ms: 400 } : { rounds: 7, ms: 600 },
    async bearer(userId = ADMIN, companyId = COMPANY) {
      const session = sessions.get(userId) ?? await makeSession(sql, companyId, userId);
      sessions.set(userId, session);
      return { authorization: `Bearer ${await signAccess(companyId, userId, session)}` };
    },
    async close() {
      await Promise.all([floor.stop(), product.stop()]);
      await database.close();
    },
  };
}

/** A bearer header for the admin, with a session of its own. */
export async function sessionOf(sql: postgres.Sql): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signAccess(COMPANY, ADMIN, await makeSession(sql, COMPANY, ADMIN))}` };
}
async function makeSession(sql: postgres.Sql, companyId: number, userId: number): Promise<string> {
  const id = crypto.randomUUID();
  await sql`
    insert into app.sessions (company_id, id, user_id, device, salt, expires_at)
    values (${companyId}, ${id}, ${userId}, 'desk', 'bench', now() + interval '1 day')`;
  return id;
}

/** Connections to one server, one for each worker. */
export async function openLines(port: number, count: number): Promise<Line[]> {
  return await Promise.all(Array.from({ length: count }, () => Line.open(port)));
}

/** Asks and insists on success. */
export async function get(line: Line, path: string, headers?: Record<string, string>): Promise<Uint8Array> {
  const { status, body } = await line.ask("GET", path, headers);
  if (status !== 200) {
    throw new Error(`GET ${path} answered ${status}: ${new TextDecoder().decode(body).slice(0, 200)}`);
  }
  return body;
}
/** The same, read. */
export async function getJson<T>(line: Line, path: string, headers?: Record<string, string>): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await get(line, path, headers))) as T;
}
const encoder = new TextEncoder();
/** Posts a body to the product as the admin, with a key of its own, and insists on success. */
export async function post<T>(s: Setting, path: string, body: object): Promise<T> {
  const [line] = await openLines(s.product.port, 1);
  const headers = { ...await s.bearer(), "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const answer = await line!.ask("POST", path, headers, encoder.encode(JSON.stringify(body)));
  line!.close();
  const text = new TextDecoder().decode(answer.body);
  if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
