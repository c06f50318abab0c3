// The product itself, started for a bench: what `npm start` starts, without building the app. Prints the port it listens on.
import { readEnv } from "../../core/env.ts";
import { setUpLog } from "../../core/log.ts";
import { start } from "../../main.ts";

const env = readEnv();
await setUpLog(env.LOG_LEVEL, "json");
const running = await start(env);
Deno.addSignalListener("SIGTERM", async () => {
  await running.stop();
  Deno.exit(0);
});
console.log(`port ${running.address ? new URL(running.address).port : 0}`);
