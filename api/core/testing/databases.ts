// The databases of a run, on one PostgreSQL: what tests share, and what worlds of real processes have for themselves.
import { statfsSync } from "node:fs";
import process from "node:process";
import postgres from "postgres";
import { startEmbedded } from "../../../db/embedded.ts";
import { apiLogin, migrate } from "../../../db/migrate.ts";
import { TEST_SECRET } from "./secret.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The database that tests share. */
    databaseUrl: string;
    /** The database that worlds copy: up to date, without a row. */
    templateUrl: string;
  }
}
interface Server {
  url: string;
  stop: () => Promise<void>;
}
interface Database {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Nothing of a run has to survive a power cut; worlds of four processes each are many. Each process logs in many times when it
 * starts, and each login hashes the password 4,096 times by default, on both sides: these passwords live for minutes, and nobody guesses them.
 * And PostgreSQL plans a connection's first five times of each statement for the values of that time: connections of a run seldom live
 * longer, and planning was a sixth of a test's time. Whatever measures plans sets `plan_cache_mode` back.
 */
const SETTINGS = {
  max_connections: "1000",
  fsync: "off",
  full_page_writes: "off",
  scram_iterations: "1",
  plan_cache_mode: "force_generic_plan",
};

/** The PostgreSQL of a run: the one of TEST_DATABASE_URL, whose login may make databases and roles, or one that goes away. */
export async function openServer(): Promise<Server> {
  const outside = process.env.TEST_DATABASE_URL;
  if (outside) return { url: outside, stop: () => Promise.resolve() };
  const folder = await Deno.makeTempDir({ prefix: "recado-test-", dir: inMemory() });
  const server = await startEmbedded(folder, TEST_SECRET, SETTINGS);
  // Tests work as the product does, as an owner who is no superuser; making databases, looking at who waits and tearing sessions is
  // theirs alone.
  await asAdmin(server.superuserUrl, async (sql) => {
    await sql`alter role recado createdb`;
    await sql`grant pg_read_all_stats, pg_signal_backend to recado`;
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Where files stand in memory, if there is room to spare for a run's databases, which take less than 1 GB: nothing of them has to last. */
function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 8 * 1024 ** 3 ? "/dev/shm" : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a database on a server and brings it up to date. */
export async function makeDatabase(server: string, purpose: string): Promise<Database> {
  const database = await emptyDatabase(server, purpose);
  await migrate(database.url, TEST_SECRET);
  return database;
}

/** Copies a database to which nobody is connected. */
export async function copyDatabase(original: string, purpose: string): Promise<Database> {
  return await create(original, purpose, nameOf(original));
}

/** Makes a database in which nothing is. */
export async function emptyDatabase(server: string, purpose: string): Promise<Database> {
  return await create(server, purpose, "template1");
}

async function create(server: string, purpose: string, template: string): Promise<Database> {
  const url = new URL(server);
  url.pathname = `/recado_${purpose}_${crypto.randomUUID().slice(0, 8)}`;
  const name = nameOf(url.href);
  await asAdmin(server, (sql) => sql.unsafe(`create database "${name}" template "${template}"`));
  return {
    url: url.href,
    drop: () =>
      asAdmin(server, async (sql) => {
        await sql.unsafe(`drop database "${name}" with (force)`);
        await sql.unsafe(`drop role if exists "${roleOf(url.href)}"`);
      }),
  };
}
const nameOf = (url: string) => new URL(url).pathname.slice(1);
const roleOf = (url: string) => apiLogin(url, TEST_SECRET).role;

/** Works in the server's own database: one that somebody is connected to can be neither copied nor dropped. */
async function asAdmin(server: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const url = new URL(server);
  url.pathname = "/postgres";
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
