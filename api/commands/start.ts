// `npm start`: builds the app if it changed, starts everything, says where it is, and stops it all on Ctrl-C, also while it starts.
import process from "node:process";
import { readEnv } from "../core/env.ts";
import { log, setUpLog } from "../core/log.ts";
import { start, StartError } from "../main.ts";
import { buildWeb } from "../build-web.ts";
import { holdFolder } from "./hold.ts";

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
  greet(running);
  if (!told.signal.aborted) {
    await new Promise((resolve) => told.signal.addEventListener("abort", resolve, { once: true }));
  }
  log.info("stopping");
  await running.stop();
  await hold?.();
}

function greet({ address, first, setAside: { bodies, jobs }, env }: Awaited<ReturnType<typeof start>>): void {
  const lines = address ? [`Recado runs at ${env.PUBLIC_URL}`] : [`Recado runs (${env.ROLES.join(", ")})`];
  if (first) {
    lines.push(
      `Sign in as ${first.email}${
        first.password ? ` with the password ${first.password}` : " with the password of ADMIN_PASSWORD"
      }`,
    );
    if (first.password) lines.push("The password is shown this once; change it after signing in.");
  }
  if (bodies + jobs) {
    lines.push(`Set aside: ${bodies} bodies of providers, ${jobs} jobs. docs/operations.md says what to do.`);
  }
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
