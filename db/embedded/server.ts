// Runs the server of a prepared cluster, or adopts the one a killed process left running. It is started by pg_ctl, in a session of
// its own: Ctrl-C reaches us, and we stop it after our own work has ended.
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { SUPERUSER } from "./logins.ts";

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  shared_buffers: "256MB",
  jit: "off",
  random_page_cost: "1.1",
};

/** Starts the server on a free loopback port, unless it runs; starts it again whenever it dies. `more` are server settings. */
export async function runServer(
  folder: string,
  pgCtl: string,
  more: Record<string, string>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const owner = await ownerOf(folder);
  const control = async (...args: string[]) => await run(pgCtl, [...args, "-D", folder], owner);
  const start = (port?: number) => startServer(control, folder, { ...settings, ...more }, port);
  const port = await runningPort(folder, control) ?? await start();
  const end = keepRunning(() => isRunning(folder, control), () => start(port));
  return {
    port,
    stop: async () => {
      await end();
      await control("stop", "-m", "fast", "-w", "-t", "30");
    },
  };
}

type Owner = { uid?: number; gid?: number };
/** Runs pg_ctl on the cluster; answers whether it says yes. */
type Control = (...args: string[]) => Promise<boolean>;

/** PostgreSQL refuses to run as root: as root it runs as the user whose files they are. */
async function ownerOf(folder: string): Promise<Owner> {
  if (process.platform === "win32" || Deno.uid() !== 0) return {};
  const { uid, gid } = await Deno.stat(folder);
  return { uid: uid!, gid: gid! };
}

async function run(program: string, args: string[], owner: Owner): Promise<boolean> {
  const done = await new Deno.Command(program, {
    args,
    ...owner,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    env: { LC_ALL: "C" },
  }).output();
  return done.success;
}

/** How often the server is looked at, ms. */
const LOOK_MS = 1_000;

/**
 * Starts the server again when it has died (killed by hand, or by a system without memory). Trouble in one try is the next one's to
 * overcome: the dead server's children may take some seconds to go. Answers what ends this.
 */
function keepRunning(runs: () => Promise<boolean>, again: () => Promise<unknown>): () => Promise<void> {
  let looking = Promise.resolve();
  let ended = false;
  const look = async () => {
    if (ended || await runs()) return;
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

/** Another program may take the free port before the server does: then it is another port's turn. */
const TRIES = 3;

/** Starts the server of a cluster, on this port where one is given; answers its port. */
async function startServer(
  control: Control,
  folder: string,
  given: Record<string, string>,
  samePort?: number,
): Promise<number> {
  const log = join(folder, "server.log");
  for (let turn = 0; turn < TRIES; turn++) {
    const port = samePort ?? await freePort();
    const flags = Object.entries({ ...given, port: String(port) }).map(([name, value]) =>
      `-c ${name}=${value === "" ? "''" : value}`
    ).join(" ");
    if (await control("start", "-l", log, "-w", "-t", "60", "-o", flags)) return port;
  }
  throw new Error(`The bundled PostgreSQL did not start; ${log} says why.`);
}

/**
 * The port of a server already running on this folder, from its own lock file. One that is still starting, or recovering from a
 * crash, is waited for; a lock whose process is gone is no lock.
 */
async function runningPort(folder: string, control: Control): Promise<number | null> {
  for (let tries = 0; tries < 60; tries++) {
    const lock = await lockOf(folder);
    if (!lock) return null;
    if (lock.port && await answers(lock.port)) return lock.port;
    if (!await control("status")) return null;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}
async function isRunning(folder: string, control: Control): Promise<boolean> {
  const lock = await lockOf(folder);
  if (!lock) return false;
  return (lock.port !== null && await listens(lock.port)) || await control("status");
}

/** What the server's own lock file says; null without one. The port comes a moment after the rest. */
async function lockOf(folder: string): Promise<{ port: number | null } | null> {
  const text = await Deno.readTextFile(join(folder, "postmaster.pid")).catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  return pid ? { port: port || null } : null;
}

async function listens(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

/** Whether a PostgreSQL takes sessions there, or would take somebody else's. */
async function answers(port: number): Promise<boolean> {
  const probe = postgres({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    password: "",
    database: "postgres",
    max: 1,
    connect_timeout: 2,
    onnotice: () => {},
  });
  try {
    await probe`select 1`;
    return true;
  } catch (error) {
    return String((error as { code?: unknown }).code).startsWith("28");
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
