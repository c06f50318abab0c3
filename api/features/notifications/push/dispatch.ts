// Sends pushes and keeps what became of them. No transaction is open while a push service is waited for.
import { isTransient } from "../../../core/http/errors.ts";
import { log } from "../../../core/log.ts";
import { metrics } from "../../../core/metrics.ts";
import { type Tx, withTenant } from "../../../../db/tenant.ts";
import { noteRang, removeGone, stillAlive } from "./devices.ts";
import { type Manner, type PushResult, sendPush, type Subscription } from "./push-service.ts";

export interface Push {
  device: Subscription & { id: number };
  payload: string;
}
export interface Sending {
  kind: string;
  manner: Manner;
  /** Runs in the transaction that notes whom a push reached. */
  reached?: (tx: Tx, ids: number[]) => Promise<unknown>;
  send?: typeof sendPush;
}
/** At once; a session that ends meanwhile is seen before the next lot. */
const LOT = 25;

interface Outcome {
  device: Push["device"];
  result: PushResult;
}

/** Sends all; answers how many of each result. Devices that are gone are removed. */
export async function dispatch(
  companyId: number,
  pushes: readonly Push[],
  sending: Sending,
): Promise<Record<PushResult, number>> {
  const counts: Record<PushResult, number> = { sent: 0, later: 0, gone: 0, failed: 0 };
  const notes = notebook((outcomes) => note(companyId, outcomes, sending));
  for (let start = 0; start < pushes.length; start += LOT) {
    const lot = pushes.slice(start, start + LOT);
    const ids = lot.map((push) => push.device.id);
    const alive = await withTenant({ companyId }, (tx) => stillAlive(tx, ids), { read: true });
    await Promise.all(
      lot.filter((push) => alive.has(push.device.id)).map(async ({ device, payload }) => {
        const result = await (sending.send ?? sendPush)(device, payload, sending.manner);
        counts[result]++;
        metrics.pushes.inc({ kind: sending.kind, result: result === "gone" ? "removed" : result });
        // The service's host is all that is said: the rest of the address lets anybody ring the device.
        if (result === "failed") log.warn("a push was refused", { service: new URL(device.endpoint).host });
        notes.add({ device, result });
      }),
    );
  }
  await notes.done();
  return counts;
}

/** Writes outcomes down as they come, those that came meanwhile together: a death loses what had just been answered only. */
function notebook(write: (outcomes: Outcome[]) => Promise<void>): { add(one: Outcome): void; done(): Promise<void> } {
  const waiting: Outcome[] = [];
  let writing = Promise.resolve();
  return {
    add(one) {
      if (waiting.push(one) > 1) return;
      writing = writing.then(() => write(waiting.splice(0)));
      writing.catch(() => {});
    },
    done: () => writing,
  };
}

/** A deadlock's victim writes again: a job that is tried again instead would ring whom it reached once more. */
async function note(companyId: number, outcomes: readonly Outcome[], { reached }: Sending): Promise<void> {
  const devices = (wanted: PushResult) => outcomes.filter((one) => one.result === wanted).map((one) => one.device);
  const sent = devices("sent").map((device) => device.id);
  const gone = devices("gone");
  for (let tries = 0;; tries++) {
    try {
      return await withTenant({ companyId }, async (tx) => {
        if (sent.length) await Promise.all([reached?.(tx, sent), noteRang(tx, sent)]);
        if (gone.length) await removeGone(tx, gone);
      });
    } catch (error) {
      if (!isTransient(error) || tries >= 3) throw error;
    }
  }
}

/** The worker tries a job again that throws this; its message is logged nowhere. */
export class PushServiceBusy extends Error {}
