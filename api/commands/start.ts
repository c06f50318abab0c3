// `npm start`: builds the app if it changed, starts everything, says where it is, and stops it all on Ctrl-C, also while it starts.
import { join } from "node:path";
import process from "node:process";
import { readEnv } from "../core/env.ts";
import { log, setUpLog } from "../core/log.ts";
import { type Running, start, StartError } from "../main.ts";
import { buildWeb } from "../build-web.ts";
import { holdFolder } from "./hold.ts";
import { warningsOf } from "../core/http/warnings.ts";

/** Aborted when the process is told to stop. */
const told = new AbortController();

async function run(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    if (Deno.build.os !== "windows" || signal === "SIGINT") Deno.addSignalListener(signal, () => told.abort());
  }
  const env = readEnv();
  await setUpLog(env.LOG_LEVEL, env.LOG_FORMAT ?? (Deno.stdout.isTerminal() ? "pretty" : "json"));
  const hold = env.DATABASE_URL ? null : await holdFolder(env.DATA_DIR);
  if (env.ROLES.includes("api")) await buildWeb(told.signal);
  const running = await start(env, undefined, told.signal);
  await greet(running);
  if (!told.signal.aborted) {
    await new Promise((resolve) => told.signal.addEventListener("abort", resolve, { once: true }));
  }
  log.info("stopping");
  await running.stop();
  await hold?.();
}

/** A password in a container's log is read by whoever reads logs: it is shown on a terminal, else kept in a file of its owner's. */
async function tellPassword(password: string, folder: string): Promise<string[]> {
  if (Deno.stdout.isTerminal()) {
    return [`The password is ${password}`, "It is shown this once; change it after signing in."];
  }
  const path = join(folder, "first-password");
  await Deno.writeTextFile(path, `${password}\n`, { mode: 0o600 });
  return [`The password is in ${path}; change it after signing in, and delete the file.`];
}

async function greet({ address, first, setAside: { bodies, jobs }, env }: Running): Promise<void> {
  const lines = address ? [`Recado runs at ${env.PUBLIC_URL}`] : [`Recado runs (${env.ROLES.join(", ")})`];
  if (first) {
    lines.push(`Sign in as ${first.email}${first.password ? "" : " with the password of ADMIN_PASSWORD"}`);
    if (first.password) lines.push(...await tellPassword(first.password, env.DATA_DIR));
  }
  if (bodies + jobs) {
    lines.push(`Set aside: ${bodies} bodies of providers, ${jobs} jobs. docs/operations.md says what to do.`);
  }
  lines.push(...warningsOf(env));
  console.log(`\n  ${lines.join("\n  ")}\n`);
}

try {
  await run();
} catch (error) {
  if (told.signal.aborted) process.exit(0);
  if (error instanceof StartError || (error instanceof Error && error.message.startsWith("The environment variable"))) {
    console.error(error.message);
  } else console.error("Recado could not start:", error);
  process.exit(1);
}
process.exit(0);
