// The only doors to PostgreSQL. `withTenant` works as the API's login inside one company; `asPlatform` works as owner and is
// for the few things that belong to no company (rules.test.ts lists who may import it).
import postgres from "postgres";
import { stackIdle, watch } from "./driver/reservation.ts";

/** One event waiting for its position; written as the last statement before commit. */
export interface PendingEvent {
  name: string;
  audience: string[];
  except: string[] | null;
  payload: unknown;
  /** Whose conversation it is about: a device that was away asks by this. */
  contactId?: number;
}
export interface Actor {
  companyId: number;
  userId?: number | null;
}
/** An open transaction of one company. */
export interface Tx extends postgres.ReservedSql {
  companyId: number;
  userId: number | null;
  events: PendingEvent[];
  /** Sends the last statements before the events: sums that everybody writes are held for the commit only. */
  beforeCommit: (() => Promise<unknown>)[];
  /** Runs after the commit, in the same process; for wake-ups that may be lost. */
  afterCommit: (() => void)[];
  /** Runs where the work failed, so that nothing was kept; for what is not in the database. */
  afterRollback: (() => void)[];
}
/** An open transaction of the owner. */
export type PlatformTx = postgres.TransactionSql;

interface Pool {
  sql: postgres.Sql;
  /** Who waits for a connection; told null when the pool is given up. */
  waiting: Set<(over: null) => void>;
}
interface Pools {
  api: Pool;
  owner: Pool;
}
let pools: Pools | null = null;
/** Pools of the owner whose idle connections are kept as a stack. */
const stacked = new WeakSet<postgres.Sql>();
let committed: (companyId: number) => void = () => {};

const types = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
};

/**
 * A process that stands still amid a transaction, or that the network took away, holds its rows no longer than this, ms: else nobody
 * could take over what it owned.
 */
const ABANDONED_MS = 10_000;

/** Opens the pools. `api` is the login of `apiLogin`, `owner` runs migrations and platform work. Sizes are connections. */
export function connectDatabase(urls: { api: string; owner: string }, sizes = { api: 20, owner: 8 }): void {
  const common = {
    types,
    onnotice: () => {},
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    keep_alive: 10,
  };
  const api = (onclose: () => void) =>
    postgres(urls.api, {
      ...common,
      onclose,
      max: sizes.api,
      connection: {
        application_name: "recado-api",
        statement_timeout: 60_000,
        idle_in_transaction_session_timeout: ABANDONED_MS,
        // Whatever changes something opens a transaction that says so.
        default_transaction_read_only: true,
      },
    }) as unknown as postgres.Sql;
  const owner = (onclose: () => void) =>
    postgres(urls.owner, {
      ...common,
      onclose,
      max: sizes.owner,
      connection: { application_name: "recado", idle_in_transaction_session_timeout: ABANDONED_MS },
    }) as unknown as postgres.Sql;
  const opened = pools = {} as Pools;
  renewed(opened, "api", api);
  renewed(opened, "owner", owner);
}

/** What runs on the other connections of a pool that was given up has so long to end, s: longer than any statement of the API may take. */
const GIVEN_UP_S = 70;
/**
 * Opens a pool, and another in its place whenever one of its connections is torn: amid a write the driver leaves such a connection unfit
 * for its next use.
 */
function renewed(of: Pools, name: keyof Pools, make: (onclose: () => void) => postgres.Sql): void {
  const waiting: Pool["waiting"] = new Set();
  const sql = make(() => {
    if (pools !== of || of[name].sql !== sql) return;
    renewed(of, name, make);
    for (const over of waiting) over(null);
    sql.end({ timeout: GIVEN_UP_S }).catch(() => {});
  });
  of[name] = { sql, waiting };
}
/** A connection of the API's pool. Who waits when the pool is given up is forgotten there, and asks the next. */
async function reserve(): Promise<postgres.ReservedSql> {
  for (;;) {
    const { sql, waiting } = open().api;
    const asked = sql.reserve();
    // A promise of its own: what hangs on one that lives as long as the pool is kept as long, a transaction with all it carried.
    const { promise, resolve, reject } = Promise.withResolvers<postgres.ReservedSql | null>();
    waiting.add(resolve);
    asked.then(resolve, reject);
    const got = await promise.finally(() => waiting.delete(resolve));
    if (got) return got;
    asked.then((late) => late.release(), () => {});
  }
}

/** Closes the pools after what runs has ended, at most `seconds` from now. */
export async function disconnectDatabase(seconds = 5): Promise<void> {
  const closing = pools;
  pools = null;
  if (closing) {
    await Promise.all([closing.api.sql.end({ timeout: seconds }), closing.owner.sql.end({ timeout: seconds })]);
  }
}

/** The listener that is told after a commit that wrote events: the stream's reader. */
export function onCommit(listener: (companyId: number) => void): void {
  committed = listener;
}

function open(): Pools {
  if (!pools) throw new Error("The database is not open.");
  return pools;
}

/**
 * Runs `work` in one transaction of one company. Events that `work` collected get their positions last, so that the
 * company's counter is held only for the commit. The opening statements travel with the first query: no extra round trip.
 * With `readOnly`, the database refuses every change. With `read` it does so too, and each statement stands for itself: there is no
 * transaction to open and to end.
 */
export async function withTenant<T>(
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
  options: { read?: boolean; readOnly?: boolean } = {},
): Promise<T> {
  const company = Math.trunc(actor.companyId);
  const connection = await reserve();
  const tx = connection as Tx;
  tx.companyId = company;
  tx.userId = actor.userId ?? null;
  tx.events = [];
  tx.beforeCommit = [];
  tx.afterCommit = [];
  const undo: Tx["afterRollback"] = tx.afterRollback = [];
  const first = options.read
    ? `set app.company_id = '${company}'`
    : `begin ${options.readOnly ? "read only" : "read write"}; set local app.company_id = '${company}'`;
  const { lost, applied, release } = watch(connection, first);
  if (options.read) return await readSingly(tx, work, lost, applied).finally(release);
  let result: T;
  // Why the last statements failed; the commit itself says only that nothing was kept.
  let failure: unknown;
  const last = (write: Promise<unknown>) => write.catch((error) => failure ??= error);
  try {
    result = await Promise.race([work(tx), lost]);
    for (const write of tx.beforeCommit) void last(write());
    if (tx.events.length) void last(writeEvents(tx));
  } catch (error) {
    await Promise.race([connection.unsafe("rollback"), lost]).catch(() => {});
    release();
    for (const run of undo) run();
    throw error;
  }
  const wrote = tx.events.length > 0;
  const after = tx.afterCommit;
  await commit(connection, lost, release).catch((error) => {
    throw failure ?? error;
  });
  if (wrote) committed(company);
  for (const run of after) run();
  return result;
}

/**
 * Work of single statements, on a connection that can change nothing outside a transaction. Whatever it left for a commit would never be
 * done. Where the company could not be set, the work was done in the company before: nothing of it is answered.
 */
async function readSingly<T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
  lost: Promise<never>,
  applied: Promise<unknown>,
): Promise<T> {
  try {
    const result = await Promise.race([work(tx), lost]);
    await Promise.race([applied, lost]);
    if (tx.events.length || tx.beforeCommit.length || tx.afterCommit.length || tx.afterRollback.length) {
      throw new Error("What only reads has no commit to wait for.");
    }
    return result;
  } catch (error) {
    // What was sent beside the one that failed is answered before the next one asks.
    await Promise.race([tx.unsafe("select"), lost]).catch(() => {});
    throw error;
  }
}

/** A commit of a failed transaction answers ROLLBACK without an error; taking that for success would lose a message. */
async function commit(connection: postgres.ReservedSql, lost: Promise<never>, release: () => void): Promise<void> {
  try {
    const done = await Promise.race([connection.unsafe("commit"), lost]);
    if (done.command !== "COMMIT") throw new Error("The transaction was rolled back.");
  } finally {
    release();
  }
}

function writeEvents(tx: Tx): Promise<unknown> {
  const events = JSON.stringify(tx.events);
  return tx`
    with head as (
      insert into app.event_heads (company_id, seq) values (${tx.companyId}, ${tx.events.length})
      on conflict (company_id) do update set seq = event_heads.seq + excluded.seq returning seq)
    insert into app.events (company_id, position, name, audience, except_, payload, contact_id)
    select ${tx.companyId}, head.seq - ${tx.events.length} + e.place, e.item ->> 'name',
      array(select json_array_elements_text(e.item -> 'audience')),
      case when json_typeof(e.item -> 'except') = 'array' then array(select json_array_elements_text(e.item -> 'except')) end,
      e.item -> 'payload', (e.item ->> 'contactId')::bigint
    from head, json_array_elements(${events}::text::json) with ordinality as e (item, place)`.execute();
}

/** Runs `work` in one transaction of the owner, who sees every company. Only for what belongs to none. */
export async function asPlatform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
  const { sql } = open().owner;
  const done = await sql.begin((tx) => work(tx)) as T;
  if (!stacked.has(sql)) {
    stacked.add(sql);
    // Who finds it busy tries again at the next occasion.
    stackIdle(sql).catch(() => false).then((done) => done || stacked.delete(sql));
  }
  return done;
}

/** The owner's pool without a transaction: single statements of readers and sweepers. */
export function platform(): postgres.Sql {
  return open().owner.sql;
}

/** Whether the owner's login may do everything with the server. */
export async function ownerIsSuperuser(): Promise<boolean> {
  const [role] = await platform()<{ rolsuper: boolean }[]>`select rolsuper from pg_roles where rolname = current_user`;
  return role!.rolsuper;
}
