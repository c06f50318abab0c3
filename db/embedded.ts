// Starts the bundled PostgreSQL when DATABASE_URL is absent, or adopts the one a killed process left running. It is started by
// pg_ctl, in a session of its own: Ctrl-C reaches us, and we stop it after our own work has ended.
import { createHmac } from "node:crypto";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

export interface Embedded {
  url: string;
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  shared_buffers: "256MB",
  jit: "off",
  random_page_cost: "1.1",
};

/**
 * Starts PostgreSQL on a free loopback port, its data below `dataDir`.
 * `secret` seeds the owner's password, so that every process of the installation knows it. `more` are server settings.
 */
export async function startEmbedded(
  dataDir: string,
  secret: string,
  database = "recado",
  more: Record<string, string> = {},
): Promise<Embedded> {
  const folder = join(resolve(dataDir), "postgres");
  const password = createHmac("sha256", secret).update("embedded-postgres").digest("hex");
  const { pg_ctl } = await binaries();
  await letPostgresIn([join(folder, "x"), pg_ctl]);
  if (!await exists(join(folder, "PG_VERSION"))) await initialise(folder, password);
  const owner = await runAs();
  const port = await runningPort(folder, password) ??
    await startServer(pg_ctl, folder, { ...settings, ...more }, owner);
  const end = keepRunning(folder, () => startServer(pg_ctl, folder, { ...settings, ...more }, owner, port));
  const url = (name: string) => `postgres://recado:${password}@127.0.0.1:${port}/${name}`;
  const admin = postgres(url("postgres"), { max: 1, onnotice: () => {} });
  const [found] = await admin`select 1 from pg_database where datname = ${database}`;
  if (!found) await admin.unsafe(`create database "${database}"`);
  await admin.end();
  return {
    url: url(database),
    stop: async () => {
      await end();
      await control(pg_ctl, ["stop", "-D", folder, "-m", "fast", "-w", "-t", "30"], owner);
    },
  };
}

/** Another program may take the free port before the server does: then it is another port's turn. */
const TRIES = 3;
type Owner = { uid?: number; gid?: number };

/** How often the server is looked at, ms. */
const LOOK_MS = 1_000;

/**
 * Starts the server again when it has died (killed by hand, or by a system without memory). Trouble in one try is the next one's to
 * overcome: the dead server's children may take some seconds to go. Answers what ends this.
 */
function keepRunning(folder: string, again: () => Promise<unknown>): () => Promise<void> {
  let looking = Promise.resolve();
  let ended = false;
  const look = async () => {
    if (ended || await isRunning(folder)) return;
    await again().catch(() => {});
  };
  const timer = setInterval(() => looking = looking.then(look), LOOK_MS);
  Deno.unrefTimer(timer as unknown as number);
  return async () => {
    ended = true;
    clearInterval(timer);
    await looking;
  };
}

/** Starts the server of a cluster, on this port where one is given; answers its port. */
async function startServer(
  pgCtl: string,
  folder: string,
  given: Record<string, string>,
  owner: Owner,
  samePort?: number,
): Promise<number> {
  const log = join(folder, "server.log");
  for (let turn = 0; turn < TRIES; turn++) {
    const port = samePort ?? await freePort();
    const flags = Object.entries({ ...given, port: String(port) }).map(([name, value]) =>
      `-c ${name}=${value === "" ? "''" : value}`
    ).join(" ");
    if (await control(pgCtl, ["start", "-D", folder, "-l", log, "-w", "-t", "60", "-o", flags], owner)) return port;
  }
  throw new Error(`The bundled PostgreSQL did not start; ${log} says why.`);
}

/** Paths of the binaries of this platform's package. */
async function binaries(): Promise<{ pg_ctl: string }> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  return await import(`@embedded-postgres/${os}-${process.arch}`) as { pg_ctl: string };
}

/** Makes the cluster. The library that knows how hooks itself into signals, so it works in a process of its own. */
async function initialise(folder: string, password: string): Promise<void> {
  const done = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", fileURLToPath(new URL("./embedded-init.ts", import.meta.url)), folder],
    env: { PASSWORD: password },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!done.success) {
    throw new Error(
      `The bundled PostgreSQL could not be set up: ${
        new TextDecoder().decode(done.stderr).trim().split("\n").slice(-3).join(" ")
      }`,
    );
  }
}

async function control(pgCtl: string, args: string[], owner: Owner): Promise<boolean> {
  const done = await new Deno.Command(pgCtl, {
    args,
    ...owner,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    env: { LC_ALL: "C" },
  }).output();
  return done.success;
}

/** PostgreSQL refuses to run as root: as root it runs as the user postgres, whom the set-up has made. */
async function runAs(): Promise<Owner> {
  if (process.platform === "win32" || Deno.uid() !== 0) return {};
  const ask = async (flag: string) =>
    Number(new TextDecoder().decode((await new Deno.Command("id", { args: [flag, "postgres"] }).output()).stdout));
  return { uid: await ask("-u"), gid: await ask("-g") };
}

/**
 * The user postgres must be able to walk to its files. Folders of root on the way get that right (walk, not read); those of
 * anybody else are left alone.
 */
async function letPostgresIn(targets: string[]): Promise<void> {
  if (process.platform === "win32" || Deno.uid() !== 0) return;
  for (const target of targets) {
    for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder)) {
      const info = await Deno.stat(folder).catch(() => null);
      if (info?.mode != null && info.uid === 0 && (info.mode & 0o001) === 0) {
        await Deno.chmod(folder, (info.mode & 0o7777) | 0o001);
      }
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/**
 * The port of a server already running on this folder, from its own lock file. One that is still starting, or recovering from a
 * crash, is waited for; a lock whose process is gone is no lock.
 */
async function runningPort(folder: string, password: string): Promise<number | null> {
  for (let tries = 0; tries < 60; tries++) {
    const [pid, , , port] = await lockOf(folder);
    if (!pid || !isAlive(pid)) return null;
    if (port && await answers(port, password)) return port;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}
/** The lines of the server's lock file as numbers: process, folder, start, port; none where it does not run. */
async function lockOf(folder: string): Promise<number[]> {
  const lock = await Deno.readTextFile(join(folder, "postmaster.pid")).catch(() => "");
  return lock.split("\n").map(Number);
}
async function isRunning(folder: string): Promise<boolean> {
  const [pid] = await lockOf(folder);
  return Boolean(pid) && isAlive(pid!);
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
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
