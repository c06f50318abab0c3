// Jobs that wait for somebody else's server keep nobody's other work waiting.
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { withTenant } from "../../db/tenant.ts";
import { card, deliver } from "../features/messages/tasks.ts";
import { askCard } from "../features/messages/links/ask.ts";
import { enqueue, type Job, startWorker, type Task } from "./jobs.ts";
import { someone } from "./testing/api.ts";
import { ownDatabase } from "./testing/own-database.ts";

// Its worker would take other tests' jobs.
let database: string;
beforeAll(async () => {
  database = await ownDatabase();
});

type Work = (companyId: number) => Promise<void>;
const job = <P extends z.ZodType>(task: Task<P>, work: Work): Job<P> => ({
  ...task,
  load: () => Promise.resolve({ work }),
});

test("a stranger's slow pages keep neither another kind of job waiting nor another company's links", async () => {
  const [slow, other] = [await someone(), await someone()];
  let release = () => {};
  const hanging = new Promise<void>((resolve) => release = resolve);
  const done: string[] = [];
  const jobs = [
    job(card, async (companyId) => {
      if (companyId === slow.companyId) await hanging;
      done.push(`card of ${companyId}`);
    }),
    job(deliver, (companyId) => Promise.resolve(void done.push(`deliver of ${companyId}`))),
  ];
  await withTenant({ companyId: slow.companyId }, async (tx) => {
    for (let n = 1; n <= 60; n++) await askCard(tx, n, "chat", `veja https://lenta.exemplo/${n}`);
  });
  await withTenant({ companyId: other.companyId }, async (tx) => {
    await askCard(tx, 1, "chat", "veja https://outra.exemplo/");
    await enqueue(tx, deliver, { contactId: 1, connectionId: 1 });
  });
  const worker = await startWorker(database, jobs);
  try {
    await expect.poll(() => [...done].sort(), { timeout: 20_000 }).toEqual([
      `card of ${other.companyId}`,
      `deliver of ${other.companyId}`,
    ]);
  } finally {
    release();
    await expect.poll(() => done.length, { timeout: 60_000 }).toBe(62);
    await worker.stop();
  }
});

test("jobs whose time comes later are begun when it comes, more than one at once, without a word of it", async () => {
  const { companyId } = await someone();
  const begun: number[] = [];
  let release = () => {};
  const hanging = new Promise<void>((resolve) => release = resolve);
  const jobs = [job(deliver, async () => {
    begun.push(Date.now());
    await hanging;
  })];
  const worker = await startWorker(database, jobs);
  const due = new Date(Date.now() + 2_000);
  try {
    await withTenant({ companyId }, async (tx) => {
      for (const contactId of [1, 2, 3]) await enqueue(tx, deliver, { contactId, connectionId: 1 }, { runAt: due });
    });
    await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(3);
    expect(Math.min(...begun)).toBeGreaterThanOrEqual(due.getTime());
  } finally {
    release();
    await worker.stop();
  }
});
