// Jobs. A task (`tasks.ts` of a room) says what may be asked for, a job (`jobs.ts`) who carries it out: so a route can ask without
// loading the worker's libraries, and what carries it out may use what asks for it. Added only by `enqueue`, in the transaction of
// the change that needs them. The row is the truth, a job only a wake-up.
import type { Runner, TaskList } from "graphile-worker";
import { EventEmitter } from "node:events";
import type postgres from "postgres";
import { z } from "zod";
import { platform, type PlatformTx, type Tx } from "../../db/tenant.ts";
import { exportsOf } from "./found.ts";
import { log } from "./log.ts";
import { repeat } from "./timed.ts";

/**
 * Kinds of jobs by what they wait for, each with how many run at once in a process. Jobs wait for a place among their own kind only
 * (docs/architecture/jobs.md#classes).
 */
export const jobClasses = { office: 10, pushes: 4, strangers: 3, past: 2, services: 24 } as const;
export type JobClass = keyof typeof jobClasses;

/** What a worker may be asked to do. */
export interface Task<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  class: JobClass;
}
/** Declares a task: `task("messages.deliver", z.object({…}))`. What waits for somebody else's server is of a class of its own. */
export function task<P extends z.ZodType>(name: string, payload: P, jobClass: JobClass = "office"): Task<P> {
  return { name, payload, class: jobClass };
}

/** A task with what carries it out. */
export interface Job<P extends z.ZodType = z.ZodType> extends Task<P> {
  load: () => Promise<{ work: (companyId: number, data: z.output<P>) => Promise<void> }>;
}
/** Says which file's `work` carries a task out: `job(deliver, () => import("./deliver.ts"))`. */
export function job<P extends z.ZodType>(task: Task<P>, load: Job<P>["load"]): Job<P> {
  return { ...task, load };
}
const isJob = (one: unknown): one is Job =>
  typeof one === "object" && one !== null && "payload" in one && "load" in one;

/** Every job that a `jobs.ts` of the rooms below `root` exports. Throws when two have one name: only one of them would run. */
export async function findJobs(root?: URL): Promise<Job[]> {
  const found = (await exportsOf("jobs.ts", root)).filter(isJob);
  const twice = found.find(({ name }, at) => found.findIndex((other) => other.name === name) < at);
  if (twice) throw new Error(`Two jobs are called ${twice.name}.`);
  return found;
}

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  /** A waiting job of the same key is replaced. */
  key?: string;
  attempts?: number;
  /** Only where this holds, asked in the same statement. */
  when?: postgres.PendingQuery<postgres.Row[]>;
  /** A field of the data that gets a number, higher than those of all earlier jobs. */
  numbered?: string;
}

/** Adds a job in this transaction; the database stamps the company. */
export function enqueue<P extends z.ZodType>(
  tx: Tx,
  task: Task<P>,
  data: z.input<P>,
  options: JobOptions = {},
): Promise<unknown> {
  const number = options.numbered
    ? tx`|| jsonb_build_object(${options.numbered}::text, nextval('app.job_numbers'))`
    : tx``;
  return tx`select app.enqueue(${task.name}, ${JSON.stringify(data)}::text::jsonb ${number}, ${
    options.queue ?? null
  }, ${options.runAt ?? null}, ${options.key ?? null}, ${options.attempts ?? 25}) where ${options.when ?? tx`true`}`;
}

/** Nobody's id: jobs of the platform work for no company. */
const PLATFORM = 0;
/** Adds a job that is no company's, in this transaction of the owner. */
export function enqueueForPlatform<P extends z.ZodType>(
  tx: PlatformTx,
  task: Task<P>,
  data: z.input<P>,
): Promise<unknown> {
  const envelope = JSON.stringify({ companyId: PLATFORM, data });
  return tx`select graphile_worker.add_job(${task.name}, ${envelope}::text::json)`;
}

const Envelope = z.object({ companyId: z.number(), data: z.unknown() });

export interface Worker {
  /** Ids under which graphile locks jobs in this process, for the heartbeat row. */
  ids: string[];
  stop(): Promise<void>;
}

/** What the library calls a pool: the workers of one class in one process. */
interface Pool {
  id: string;
  /** Lets so many of its idle workers look for a job. */
  nudge(count: number): void;
}
/** How often this process looks for jobs whose time has come, ms. The library would have each of its workers ask by itself. */
const DUE_MS = 1_000;
/**
 * After a job of a queue the next one is looked for so much later, ms. The library puts the job away and looks for the next at once, each
 * on a connection of its own: its look mostly comes first, and finds the queue still taken.
 */
const FREED_MS = 30;
/** How often each idle worker looks for a job that nobody told it of, ms. */
const POLL_MS = 30_000;

/**
 * Connections that the classes of a process share, besides the one on which each listens. A job needs one only while it is taken or put
 * away; each costs a login, and every idle worker asks for one when the process starts.
 */
const CONNECTIONS = 8;

/** Runs jobs in this process. Signals are the launcher's business, not the library's. */
export async function startWorker(connectionString: string, jobs: readonly Job[]): Promise<Worker> {
  const events = new EventEmitter();
  const pools: Pool[] = [];
  // A job's lock names the pool, not the worker of the pool that has it.
  events.on("pool:create", ({ workerPool }: { workerPool: Pool }) => pools.push(workerPool));
  events.on(
    "job:failed",
    ({ job }: { job: { id: string; task_identifier: string; attempts: number } }) =>
      log.error("a job was set aside", { task: job.task_identifier, job: Number(job.id), attempts: job.attempts }),
  );
  const taskLists = new Map<JobClass, TaskList>();
  for (const declared of jobs) {
    const taskList = taskLists.get(declared.class) ?? {};
    taskLists.set(declared.class, taskList);
    taskList[declared.name] = async (raw) => {
      const { companyId, data } = Envelope.parse(raw);
      const { work } = await declared.load();
      await work(companyId, declared.payload.parse(data));
    };
  }
  // Loaded here: a process that runs no jobs need not hold the library in memory.
  const [{ run }, { default: pg }] = await Promise.all([import("graphile-worker"), import("pg")]);
  const connections = new pg.Pool({ connectionString, max: taskLists.size + CONNECTIONS });
  const noteLoss = (error: Error) => log.warn("a connection of the job runner was lost", { error });
  connections.on("error", noteLoss).on("connect", (one) => void one.on("error", noteLoss));
  const runners: Runner[] = [];
  const wake = new Map<string, Pool>();
  for (const [name, taskList] of taskLists) {
    const concurrency = jobClasses[name];
    const runner = await run({
      pgPool: connections,
      taskList,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      events: events as never,
      logger: quiet as never,
    });
    runners.push(runner);
    const tasks = Object.keys(taskList);
    for (const task of tasks) wake.set(task, pools.at(-1)!);
    runner.promise.catch((error) => log.error("a job runner stopped", { error, class: name }))
      // Its workers are not to be woken any more.
      .finally(() => tasks.forEach((task) => wake.delete(task)));
  }
  const stopWaking = repeat("due jobs", DUE_MS, () => wakeForDue(wake));
  let queued: ReturnType<typeof setTimeout> | undefined;
  events.on("job:complete", ({ job }: { job: { job_queue_id: number | null } }) => {
    if (job.job_queue_id !== null) queued ??= setTimeout(wakeNext, FREED_MS);
  });
  const wakeNext = () => {
    queued = undefined;
    wakeForDue(wake).catch(() => log.warn("the next job of a queue waits for the next look"));
  };
  return {
    ids: pools.map(({ id }) => id),
    stop: async () => {
      stopWaking();
      clearTimeout(queued);
      wake.clear();
      await Promise.all(runners.map((runner) => runner.stop()));
      await connections.end();
    },
  };
}

/** Wakes as many idle workers of each task's pool as it has jobs whose time has come. */
async function wakeForDue(pools: ReadonlyMap<string, Pool>): Promise<void> {
  const due = await platform()<{ task: string; jobs: number }[]>`
    select t.identifier as task, j.jobs from graphile_worker._private_tasks t join (
      select task_id, count(*)::int as jobs from graphile_worker._private_jobs where is_available and run_at <= now() group by 1
    ) j on j.task_id = t.id`;
  for (const { task, jobs } of due) pools.get(task)?.nudge(jobs);
}

/** graphile's log lines carry payloads; only its errors are passed on, without them. */
const quiet = {
  scope: () => quiet,
  error: () => log.warn("a job failed and will be tried again"),
  warn: () => {},
  info: () => {},
  debug: () => {},
};
