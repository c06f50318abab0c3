// `npm start`, after what it needs was made (prepare.ts): starts everything, says where it is, and stops it all on Ctrl-C, also while it
// starts. It runs with the permissions that permissions.mjs names.
import { join } from "node:path";
import { readEnv } from "../core/env.ts";
import { log, setUpLog } from "../core/log.ts";
import { type Running, start } from "../main.ts";
import { holdFolder } from "./start/hold.ts";
import { runUntilTold } from "./start/until-told.ts";
import { warningsOf } from "../core/http/warnings.ts";

async function run(told: AbortSignal): Promise<void> {
  const env = readEnv();
  await setUpLog(env.LOG_LEVEL, env.LOG_FORMAT ?? (Deno.stdout.isTerminal() ? "pretty" : "json"));
  const hold = env.DATABASE_URL ? null : await holdFolder(env.DATA_DIR);
  const running = await start(env, undefined, told);
  await greet(running);
  if (!told.aborted) await new Promise((resolve) => told.addEventListener("abort", resolve, { once: true }));
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

async function greet({ address, first, setAside: { bodies, jobs }, ownerIsSuperuser, env }: Running): Promise<void> {
  const lines = address ? [`Recado runs at ${env.PUBLIC_URL}`] : [`Recado runs (${env.ROLES.join(", ")})`];
  if (first) {
    lines.push(`Sign in as ${first.email}${first.password ? "" : " with the password of ADMIN_PASSWORD"}`);
    if (first.password) lines.push(...await tellPassword(first.password, env.DATA_DIR));
  }
  if (bodies + jobs) {
    lines.push(`Set aside: ${bodies} bodies of providers, ${jobs} jobs. docs/operations.md says what to do.`);
  }
  lines.push(...warningsOf(env, ownerIsSuperuser));
  console.log(`\n  ${lines.join("\n  ")}\n`);
}

await runUntilTold(run);
