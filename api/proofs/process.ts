// One product process as the proofs start it: what `npm start` runs, without the web build. It ends with its parent.
import { readEnv } from "../core/env.ts";
import { setUpLog } from "../core/log.ts";
import { start } from "../main.ts";

const env = readEnv();
await setUpLog(env.LOG_LEVEL, "json");
// The proof of updates serves builds of its own.
const running = await start(env, Deno.args[0]);
let stopping = false;
Deno.addSignalListener("SIGTERM", async () => {
  if (stopping) return;
  stopping = true;
  await running.stop();
  Deno.exit(0);
});
console.log("started");
// The parent holds the other end, so that this process ends with it, in any kind of death.
for await (const _ of Deno.stdin.readable);
Deno.exit(1);
