// The product as its own process, for proofs that need a real socket. Prints its address as the first line; stops when its input
// ends, so that it never outlives the test that started it.
import process from "node:process";
import { readEnv } from "../../core/env.ts";
import { setUpLog } from "../../core/log.ts";
import { start } from "../../main.ts";

const env = readEnv();
await setUpLog(env.LOG_LEVEL, "json");
const running = await start(env);
console.log(`listening ${running.address}`);
for await (const _ of Deno.stdin.readable) { /* nothing is said to it */ }
await running.stop();
process.exit(0);
