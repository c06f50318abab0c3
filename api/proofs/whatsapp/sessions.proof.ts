// Fifty linked numbers in one process: customers write to each twice a second for a while. No message is lost or waits for long
// afterwards, and the proof prints the memory of a session.
import { expect, test } from "vitest";
import { ALONE, inWorld, pause, size, until } from "../harness.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const SESSIONS = 50;
const GAP_MS = 500;
/** Linked at once: each makes 812 keys. */
const AT_ONCE = 5;
const numberOf = (n: number) => `55119555700${String(n).padStart(2, "0")}`;
const customerOf = (n: number) => `55119444700${String(n).padStart(2, "0")}`;

/** Resident memory of a process, MB; null where the system does not say. */
async function memory(pid: number): Promise<number | null> {
  const text = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  const kB = /VmRSS:\s+(\d+)/.exec(text)?.[1];
  return kB === undefined ? null : Math.round(Number(kB) / 102.4) / 10;
}

test("50 sessions in one process store every message when each gets two a second", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      await world.sql`update app.plans set connections = 1000`;
      const admin = await Worker.signIn(world.bases);
      const pid = world.products[0]!.pid;
      const idle = async () => (await pause(size(2_000, 10_000)), await memory(pid));
      const before = await idle();
      const link = async (n: number) => {
        const id = await phones.connection(admin, `Loja ${n}`);
        await phones.link(admin, id, numberOf(n));
      };
      await link(0);
      const one = await idle();
      for (let n = 1; n < SESSIONS;) {
        const some = Array.from({ length: Math.min(AT_ONCE, SESSIONS - n) }, () => n++);
        await Promise.all(some.map(link));
      }
      const all = await idle();

      const each = size(15, 60) * 1000 / GAP_MS;
      const began = performance.now();
      await Promise.all(Array.from({ length: SESSIONS }, async (_, n) => {
        await pause(n * GAP_MS / SESSIONS);
        for (let turn = 0; turn < each; turn++) {
          const content = { kind: "text", text: `${n}#${turn}` } as const;
          void await phones.tell("say", { account: numberOf(n), from: customerOf(n), name: `Cliente ${n}`, content });
          await pause(Math.max(0, began + n * GAP_MS / SESSIONS + (turn + 1) * GAP_MS - performance.now()));
        }
      }));
      const saidMs = performance.now() - began;
      const wanted = SESSIONS * each;
      const count = async () =>
        (await world.sql<{ n: number }[]>`select count(*) as n from app.messages where not from_me`)[0]!.n;
      await until("everything is drained", 60_000, async () => await count() >= wanted);
      const drainedMs = performance.now() - began - saidMs;
      const rows = await world.sql<{ ticketId: number; bodies: string[] }[]>`
        select ticket_id as "ticketId", array_agg(body order by id) as bodies from app.messages where not from_me group by 1`;
      expect(rows).toHaveLength(SESSIONS);
      const { accounts, complaints } = await phones.tell("state", {});
      for (const { bodies } of rows) {
        const n = Number(bodies[0]!.split("#")[0]);
        const wanted = Array.from({ length: each }, (_, turn) => `${n}#${turn}`);
        expect(bodies.toSorted()).toEqual(wanted.toSorted());
      }
      expect(accounts.map(({ sockets }) => [sockets.now, sockets.most, sockets.replaced])).toEqual(
        Array.from({ length: SESSIONS }, () => [1, 1, 0]),
      );
      expect(complaints).toEqual([]);
      expect(world.products[0]!.pid).toBe(pid);
      const more = all === null || one === null ? "–" : ((all - one) / (SESSIONS - 1)).toFixed(1);
      console.log(
        `sessions: ${wanted} messages in ${Math.round(saidMs / 100) / 10} s, drained ${
          Math.round(drainedMs)
        } ms later; memory ${before} MB ` +
          `before, ${one} after one, ${all} after ${SESSIONS} (${more} MB each), ${await memory(
            pid,
          )} after the messages`,
      );
    }, phones.env);
  } finally {
    await phones.close();
  }
});
