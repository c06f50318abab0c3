// What WhatsApp thinks of the account: whether it may start conversations, and with how many people (docs/product/pace.md#stops).
// It tells by itself when that changes; it is asked when a device was linked, and after a refusal, which alone says no end.
import type { BaileysEventMap } from "@whiskeysockets/baileys";
import type { NoticeEvent } from "../../sdk/mod.ts";
import type { Line } from "./line.ts";

type Lock = NonNullable<BaileysEventMap["connection.update"]["reachoutTimeLock"]>;
type Quota = BaileysEventMap["message-capping.update"];

/** An answer nobody waits longer for, ms: a refused message has its reason without it. */
const ANSWER_MS = 5_000;
/** An end that is later is none: a quota begins anew each month. */
const LONGEST_MS = 62 * 24 * 3_600_000;

/** A restriction until its end, ms since 1970; an end that is past lifts it. Without an end the host takes its own. */
export function restriction(lock: Lock, now: number): NoticeEvent {
  const end = lock.timeEnforcementEnds?.getTime() ?? NaN;
  const detail = !lock.isActive ? "0" : Number.isFinite(end) ? String(end) : undefined;
  return { kind: "notice", at: now, what: "restricted", ...(detail ? { detail } : {}) };
}
/** How far the quota of new conversations is used up, and when a new one begins, where WhatsApp tells. Null for words nobody knows. */
export function quota(told: Quota, now: number): NoticeEvent | null {
  const level = String(told?.capping_status ?? "");
  if (!/^[A-Z_]{1,30}$/.test(level)) return null;
  const end = Number(told.cycle_end_timestamp) * 1000;
  const known = end > now && end < now + LONGEST_MS;
  return { kind: "notice", at: now, what: "capped", detail: known ? `${level} ${end}` : level };
}

/** What was so before the device was linked. The restriction comes as an event by itself. */
export async function askStanding({ socket, host }: Line): Promise<void> {
  try {
    await socket.fetchAccountReachoutTimelock();
    const notice = quota(await socket.fetchNewChatMessageCap(), host.clock.now());
    if (notice) await host.receive(notice);
  } catch {
    host.log.info("an account's standing could not be asked for");
  }
}

/** How long this account may start no conversations yet, ms; undefined where WhatsApp does not say. */
export async function restrictedForMs({ socket, host }: Line): Promise<number | undefined> {
  const done = new AbortController();
  const late = host.clock.sleep(ANSWER_MS, done.signal).then(() => undefined, () => undefined);
  try {
    const lock = await Promise.race([socket.fetchAccountReachoutTimelock().catch(() => undefined), late]);
    const ms = lock?.isActive ? (lock.timeEnforcementEnds?.getTime() ?? NaN) - host.clock.now() : NaN;
    return ms > 0 ? ms : undefined;
  } finally {
    done.abort();
  }
}
