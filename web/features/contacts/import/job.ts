// An import under way: its rows and how far it came stay on the device, so that a reload, a lost network or a closed browser costs
// nothing. Batches go with keys of their own: one that is sent again is taken in once.
import { atom, getDefaultStore } from "jotai";
import { v7 as uuid } from "uuid";
import { IMPORT_BATCH } from "../../../../api/contract/limits.ts";
import type { Imported } from "../../../../api/contract/rules/contact-import.ts";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import { ApiError, callApi } from "../../../core/who/api.ts";
import { readMeta, writeMeta } from "../../../core/store/store.ts";
import type { FileRow } from "../../../../api/contract/sheets/columns.ts";

export interface Fault {
  line: number;
  name: string;
  number: string;
  why: NonNullable<Imported["why"]>;
}
export interface Job {
  id: string;
  file: string;
  total: number;
  done: number;
  created: number;
  updated: number;
  ignored: number;
  faults: Fault[];
  update: boolean;
  validate: boolean;
  /** The code of what stopped it; the person decides when it goes on. */
  stopped: string | null;
}
const JOB = "contact-import";
const ROWS = "contact-import.rows";
const LOCK = "recado.contact-import";
/** As many rows with a remark are told of one by one. */
const MAX_FAULTS = 1000;
/** Pauses while nobody answers, ms. */
const WAITS = [1000, 2000, 5000, 10_000, 30_000];

export const jobAtom = atom<Job | null>(null);
const current = () => getDefaultStore().get(jobAtom);
let rows: FileRow[] = [];
/** In memory beside the device: a browser without storage imports as well, only not across a reload. */
async function storeJob(job: Job | null): Promise<void> {
  getDefaultStore().set(jobAtom, job);
  await writeMeta(JOB, job);
}

/** Begins to import. */
export async function startImport(
  file: string,
  wanted: readonly FileRow[],
  options: { update: boolean; validate: boolean },
): Promise<void> {
  rows = [...wanted];
  await writeMeta(ROWS, rows);
  const counts = { total: rows.length, done: 0, created: 0, updated: 0, ignored: 0 };
  await storeJob({ id: uuid(), file, ...counts, faults: [], ...options, stopped: null });
  void run();
}
/** Goes on with what a reload interrupted. */
export async function resumeImport(): Promise<void> {
  if (current()) return;
  const job = await readMeta<Job | null>(JOB);
  if (!job || current()) return;
  rows = await readMeta<FileRow[]>(ROWS) ?? [];
  getDefaultStore().set(jobAtom, job);
  if (job.done < job.total && !job.stopped) void run();
}
export async function continueImport(): Promise<void> {
  const job = current();
  if (!job) return;
  await storeJob({ ...job, stopped: null });
  void run();
}
/** Forgets an import: its end was read, or what is left is not wanted. */
export async function dropImport(): Promise<void> {
  rows = [];
  await storeJob(null);
  await writeMeta(ROWS, undefined);
}

/** In one tab at a time; another one that waits finds the work done. */
async function run(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const kept = await readMeta<Job | null>(JOB);
    const known = current();
    if (kept && known && kept.id === known.id && kept.done > known.done) getDefaultStore().set(jobAtom, kept);
    for (let tries = 0;;) {
      const job = current();
      if (!job || job.stopped || job.done >= job.total) return;
      try {
        const outcomes = await send(job, rows.slice(job.done, job.done + (job.validate ? 1 : IMPORT_BATCH)));
        if (current()?.id !== job.id) return;
        await storeJob(advanced(job, outcomes));
        tries = 0;
      } catch (error) {
        const wait = waitFor(error, tries++);
        if (wait === null) {
          return await storeJob({ ...job, stopped: error instanceof ApiError ? error.code : "unknown" });
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  });
}

async function send(job: Job, batch: readonly FileRow[]): Promise<Imported[]> {
  const plain = batch.map(({ name, number, email, tags }) => ({ name, number, email, tags }));
  const options = { idempotencyKey: `${job.id}:${job.done}` };
  if (!job.validate) return await callApi(contacts.importMany, { body: { rows: plain, update: job.update } }, options);
  const body = { ...plain[0]!, validateContact: "true" as const, update: job.update };
  return [await callApi(contacts.importOne, { body }, options)];
}

function advanced(job: Job, outcomes: readonly Imported[]): Job {
  const count = (wanted: Imported["outcome"]) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const faults = outcomes.flatMap(({ why }, place): Fault[] => {
    const row = rows[job.done + place];
    return why && row ? [{ line: row.line, name: row.name, number: row.number, why }] : [];
  });
  return {
    ...job,
    done: job.done + outcomes.length,
    created: job.created + count("created"),
    updated: job.updated + count("updated"),
    ignored: job.ignored + count("ignored"),
    faults: [...job.faults, ...faults].slice(0, MAX_FAULTS),
  };
}

/** How long until another try; null where trying again would be refused again. */
function waitFor(error: unknown, tries: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const after = Number(error.body.retryAfter);
  if (error.code === "ERR_TOO_MANY_REQUESTS") return 1000 * (after > 0 ? after : 5);
  const gone = error.status === 0 || error.status >= 500;
  return gone ? WAITS[Math.min(tries, WAITS.length - 1)]! : null;
}
