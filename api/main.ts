// One process: opens the database, then plays its roles (api, worker, channels) until it is told to stop.
import { join } from "node:path";
import { runEmbedded } from "../db/embedded.ts";
import { type Listener, startListener } from "../db/listen.ts";
import { apiLogin, migrate } from "../db/migrate.ts";
import { connectDatabase, disconnectDatabase, ownerIsSuperuser } from "../db/tenant.ts";
import { createApp } from "./app.ts";
import { ChannelHost, createChannelHost } from "./channels/host.ts";
import { setUpCallLimits } from "./core/access/call-limits.ts";
import { appFiles, keepAppFiles } from "./core/http/app-files.ts";
import { readEpoch } from "./core/epoch.ts";
import type { Env, readEnv } from "./core/env.ts";
import { dropTemporary, keepTemporaryHere } from "./core/forms/temporary.ts";
import { firstStart } from "./first-start.ts";
import { findJobs, startWorker, type Worker } from "./core/jobs.ts";
import { log } from "./core/log.ts";
import { setLinkBase } from "./core/media/link.ts";
import { keepMediaPrivate, setMediaRoot } from "./core/media/media.ts";
import { metrics } from "./core/metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { collectStart } from "./core/processes/collect.ts";
import { buryDead } from "./core/processes/bury.ts";
import { live, type Living, PROCESS_ID } from "./core/processes/self.ts";
import { catchStrays } from "./core/processes/strays.ts";
import { countSetAside } from "./core/processes/set-aside.ts";
import { markStopping } from "./core/ready.ts";
import { findTimed, startCron } from "./core/timed.ts";
import type { Api } from "./core/http/route.ts";
import { setSecret } from "./core/secrets/seal.ts";
import { readSecret, type Secrets } from "./core/secrets/secret.ts";
import { Stream } from "./core/live/stream.ts";
import { prepareDigests } from "./core/secrets/stored-digests.ts";
import { vapidKeys } from "./core/secrets/vapid.ts";
import { setUpOutside } from "./core/outside/limited.ts";
import { setUpProviders } from "./core/outside/providers.ts";
import { setTicketEffects } from "./features/tickets/effects.ts";
import { ticketEffects } from "./ticket-effects.ts";
import { setUpPush } from "./features/notifications/push/push-service.ts";

export interface Running {
  env: Env;
  /** Where it answers; null without the api role. */
  address: string | null;
  /** The first super user, when this start made it. */
  first: { email: string; password?: string } | null;
  /** What waits for the operator. */
  setAside: { bodies: number; jobs: number };
  /** The database's owner may do everything with its server: more than is needed. */
  ownerIsSuperuser: boolean;
  stop(): Promise<void>;
}

/** The reason why a start failed, in one sentence for the person who started it. */
export class StartError extends Error {}

/** In-flight work has this long to end (proof R18). */
const GRACE_MS = 10_000;

/** What has begun, as far as a start came. */
interface Parts {
  database: { url: string; stop: () => Promise<void> };
  listener: Listener;
  stream: Stream;
  living: Living;
  channels: ChannelHost;
  server: { port: number; stop: () => Promise<void> };
  stopMetrics: () => Promise<void>;
  worker: Worker;
  stopCron: () => void;
}

/**
 * Starts the process. `appRoot`: another build of the app than `web/dist`. `signal` ends a start that is under way. A start that does not
 * come to its end leaves nothing behind, and rejects.
 */
export async function start(
  given: ReturnType<typeof readEnv>,
  appRoot?: string,
  signal?: AbortSignal,
): Promise<Running> {
  catchStrays();
  const parts: Partial<Parts> = {};
  try {
    return await begin(parts, given, appRoot, () => signal?.throwIfAborted());
  } catch (error) {
    await stopAll(parts);
    throw error;
  }
}

/** `goOn` throws where the start is to end. */
async function begin(
  parts: Partial<Parts>,
  given: ReturnType<typeof readEnv>,
  appRoot: string | undefined,
  goOn: () => void,
): Promise<Running> {
  goOn();
  await writable(given.DATA_DIR);
  const secrets = await readSecret(given);
  setSecret(secrets.secret, secrets.previous);
  setMediaRoot(join(given.DATA_DIR, "media"));
  await keepMediaPrivate();
  await keepTemporaryHere();
  const database = parts.database = await openDatabase(given, secrets);
  goOn();
  const listener = parts.listener = startListener(database.url);
  const has = (role: "api" | "worker" | "channels") => given.ROLES.includes(role);
  const stream = parts.stream = has("api") ? new Stream(listener, await readEpoch(given.DATA_DIR)) : undefined;
  const env: Env = {
    ...given,
    SECRET_KEY: secrets.secret,
    PUBLIC_URL: given.PUBLIC_URL ?? `${given.TLS_CERT ? "https" : "http"}://localhost:${given.PORT}`,
  };
  setLinkBase(env.PUBLIC_URL);
  setUpPush(env);
  setUpOutside(env);
  setUpProviders(env);
  setUpCallLimits(env);
  setTicketEffects(ticketEffects);
  await vapidKeys();
  await prepareDigests();
  const living = parts.living = await live(given.DATA_DIR, {
    roles: given.ROLES,
    workers: () => parts.worker?.ids ?? [],
    beat: () => metrics.streams.set(stream?.clients ?? 0),
  });
  const channels = parts.channels = await createChannelHost({
    env,
    stream: stream ?? null,
    listener,
    sessions: has("channels"),
    processId: PROCESS_ID,
  });
  // What this process had before it was killed is free, and nobody reads of a line that is not there.
  if (await buryDead(given.DATA_DIR)) channels.look();
  // A company begins with the channel that the house itself is.
  const first = await firstStart(env);
  const app = appFiles(given.DATA_DIR, appRoot);
  if (has("api")) {
    // A start without a build still serves the API.
    await keepAppFiles(app).catch((error) => log.warn("files of the app could not be kept", { error }));
  }
  goOn();
  parts.stopMetrics = serveMetrics(env.METRICS_LISTEN);
  if (has("api")) parts.server = listen(env, createApp({ env, stream: stream ?? null, channels, app }));
  if (has("worker")) {
    parts.worker = await startWorker(database.url, await findJobs());
    // Before it dies with a job of which nobody knows that it was its own.
    await living.say();
    parts.stopCron = startCron(await findTimed(), { dataDir: given.DATA_DIR, channels });
  }
  goOn();
  const waits = { setAside: await countSetAside(), ownerIsSuperuser: await ownerIsSuperuser() };
  collectStart();
  return {
    ...waits,
    env,
    address: parts.server
      ? `${env.TLS_CERT ? "https" : "http"}://${env.HOST === "0.0.0.0" ? "localhost" : env.HOST}:${parts.server.port}`
      : null,
    first,
    stop: () => stopAll(parts),
  };
}

/** In order: no new work, streams told to come back, what runs ends, then the database. */
async function stopAll(parts: Partial<Parts>) {
  const { stopCron, stream, server, stopMetrics, worker, channels, living, listener, database } = parts;
  markStopping();
  stopCron?.();
  stream?.stop();
  await Promise.race([
    Promise.allSettled([server?.stop(), stopMetrics?.(), worker?.stop(), channels?.stop()]),
    new Promise((resolve) => setTimeout(resolve, GRACE_MS)),
  ]);
  await living?.leave();
  await dropTemporary();
  await listener?.stop().catch(() => {});
  if (database) await disconnectDatabase(2);
  await database?.stop();
}

async function writable(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    const probe = join(folder, `.probe-${Deno.pid}`);
    await Deno.writeTextFile(probe, "");
    await Deno.remove(probe);
  } catch {
    throw new StartError(
      `DATA_DIR ${folder} cannot be written: give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
}

async function openDatabase(
  env: { DATABASE_URL?: string; DATA_DIR: string },
  { secret, previous }: Secrets,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const opened = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: () => Promise.resolve() }
    : await runEmbedded(env.DATA_DIR, secret, {}, previous);
  try {
    for (const name of await migrate(opened.url, secret)) log.info("migrated", { file: name });
  } catch (error) {
    await opened.stop();
    if (!env.DATABASE_URL || !isConnectionTrouble(error)) throw error;
    const { host } = new URL(env.DATABASE_URL);
    throw new StartError(
      `The database at ${host} cannot be reached: check DATABASE_URL and that PostgreSQL runs there (${
        (error as { code?: string }).code
      }).`,
    );
  }
  connectDatabase({ owner: opened.url, api: apiLogin(opened.url, secret).url });
  return opened;
}
function isConnectionTrouble(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? "");
  return /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|CONNECT|CONNECTION_|28|3D000|57P03)/.test(code);
}

function listen(env: Env, api: Api): { port: number; stop: () => Promise<void> } {
  const tls = env.TLS_CERT && env.TLS_KEY
    ? { cert: readPem("TLS_CERT", env.TLS_CERT), key: readPem("TLS_KEY", env.TLS_KEY) }
    : {};
  try {
    const server = Deno.serve(
      { port: env.PORT, hostname: env.HOST, ...tls, automaticCompression: true, onListen: () => {} },
      (request, info) => api.http.fetch(request, info),
    );
    return { port: (server.addr as Deno.NetAddr).port, stop: () => server.shutdown() };
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) {
      throw new StartError("TLS_CERT and TLS_KEY are not a certificate and its key in PEM form.");
    }
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StartError(`Port ${env.PORT} is in use: stop what uses it, or set PORT to another number.`);
  }
}
function readPem(variable: string, path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    throw new StartError(`${variable} ${path} cannot be read: give this user the right to, or name another file.`);
  }
}
