// The end of a reservation: its connection was given back, or torn amid a transaction, and the driver has given it to the next who asked,
// once it is there again. What is still said through it would be said in somebody else's company, or wait for ever for an answer.
import type postgres from "postgres";
import { asStack, type Queue } from "./idle.ts";

/** What the driver has inside: it says nothing of a reserved connection's end. */
interface Inner {
  execute: (query: Asked) => unknown;
  onclose: ((error: Error) => void) | null;
  /** Where the driver has it: among those that are idle, reserved, busy. */
  queue: Queue;
}
interface Asked {
  handler: object;
  reject: (error: Error) => void;
}

/** Reservations whose connection is gone, by what they hand their statements to. */
const torn = new WeakMap<object, Error>();
/** Reservations that were given back. */
const over = new WeakSet<object>();
const watched = new WeakSet<Inner>();

/**
 * Sends the first statement of a reserved connection. `lost` rejects when the connection is torn; from then on every statement of this
 * reservation is refused, and so it is once `release` has given the connection back. Where it is gone the pool has it already.
 * `applied` rejects where the first statement failed.
 */
export function watch(
  connection: postgres.ReservedSql,
  first: string,
): { lost: Promise<never>; applied: Promise<unknown>; release: () => void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  let inner: Inner | undefined;
  const onexecute = (found: Inner) => {
    inner = found;
    refuseEnded(found);
    found.onclose = (error) => {
      torn.set(handler, error);
      reject(error);
    };
    return true;
  };
  const query = connection.unsafe(first, [], { onexecute } as postgres.UnsafeQueryOptions);
  const { handler } = query as unknown as Asked;
  const applied = query.execute();
  applied.catch(() => {});
  const release = () => {
    if (torn.has(handler)) return;
    over.add(handler);
    if (inner) inner.onclose = null;
    giveBack(connection, inner);
  };
  return { lost, applied, release };
}

function refuseEnded(inner: Inner): void {
  if (watched.has(inner)) return;
  watched.add(inner);
  const { execute } = inner;
  inner.execute = (query) => {
    const error = torn.get(query.handler);
    if (!error && !over.has(query.handler)) return execute(query);
    query.reject(error ?? new Error("The connection was given back: what comes now belongs to nobody."));
    return true;
  };
}

/** Gives a reserved connection back. Where nobody waited for it it is idle then, and stands in the queue of idle ones. */
function giveBack(connection: postgres.ReservedSql, inner: Inner | undefined): boolean {
  if (!inner) {
    connection.release();
    return false;
  }
  const { execute, queue } = inner;
  let idle = true;
  inner.execute = (query) => {
    idle = false;
    return execute(query);
  };
  connection.release();
  inner.execute = execute;
  if (!idle || inner.queue === queue) return false;
  asStack(inner.queue);
  return true;
}

/** Keeps the idle connections of a pool as a stack; false where others waited for the one it was to be seen by. */
export async function stackIdle(sql: postgres.Sql): Promise<boolean> {
  const connection = await sql.reserve();
  let inner: Inner | undefined;
  const onexecute = (found: Inner) => {
    inner = found;
    return true;
  };
  await connection.unsafe("select", [], { onexecute } as postgres.UnsafeQueryOptions);
  return giveBack(connection, inner);
}
