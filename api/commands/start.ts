// `npm start`: builds the app if it changed, starts everything, says where it is, and stops it all on Ctrl-C.
import process from "node:process";
import { readEnv } from "../core/env.ts";
import { log, setUpLog } from "../core/log.ts";
import { start, StartError } from "../main.ts";
import { buildWeb } from "../build-web.ts";
import { holdFolder } from "./hold.ts";

async function run(): Promise<void> {
  const env = readEnv();
  await setUpLog(env.LOG_LEVEL, env.LOG_FORMAT ?? (Deno.stdout.isTerminal() ? "pretty" : "json"));
  const hold = env.DATABASE_URL ? null : await holdFolder(env.DATA_DIR);
  if (env.ROLES.includes("api")) await buildWeb();
  const running = await start(env);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info("stopping");
    await running.stop();
    await hold?.();
    Deno.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    if (Deno.build.os !== "windows" || signal === "SIGINT") Deno.addSignalListener(signal, stop);
  }
  greet(running);
}

function greet({ address, first, env }: Awaited<ReturnType<typeof start>>): void {
  const lines = address ? [`Recado runs at ${env.PUBLIC_URL}`] : [`Recado runs (${env.ROLES.join(", ")})`];
  if (first) {
    lines.push(
      `Sign in as ${first.email}${
        first.password ? ` with the password ${first.password}` : " with the password of ADMIN_PASSWORD"
      }`,
    );
    if (first.password) lines.push("The password is shown this once; change it after signing in.");
  }
  console.log(`\n  ${lines.join("\n  ")}\n`);
}

try {
  await run();
} catch (error) {
  if (error instanceof StartError || (error instanceof Error && error.message.startsWith("The environment variable"))) {
    console.error(error.message);
  } else console.error("Recado could not start:", error);
  process.exit(1);
}
