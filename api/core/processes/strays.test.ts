// A process of its own meets errors that nobody caught, from everything that calls back: it lives, and has counted each.
import { expect, test } from "vitest";

const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
/** Each lets one error go; what they wait for is over when the process looks at its count. */
const errors: Record<string, string> = {
  "a promise": `Promise.reject(new Error())`,
  "a timer": `setTimeout(() => { throw new Error(); }, 1)`,
  "a microtask": `queueMicrotask(() => { throw new Error(); })`,
  "what is no error": `Promise.reject(undefined)`,
  "a socket that nobody listens to": `const { connect } = await import("node:net"); connect(1, "127.0.0.1")`,
  "a socket's reader": `const { createServer, connect } = await import("node:net");
    const server = createServer((socket) => socket.on("data", () => { throw new Error(); })).listen(0, "127.0.0.1", () =>
      connect(server.address().port, "127.0.0.1").on("error", () => {}).write("x"))`,
  "a worker":
    `new Worker("data:application/javascript," + encodeURIComponent("throw new Error()"), { type: "module" })`,
  "a worker's promise":
    `new Worker("data:application/javascript," + encodeURIComponent("Promise.reject(new Error())"), { type: "module" })`,
};

test.each(Object.entries(errors))("%s ends nothing else, and is counted", async (_, code) => {
  const script = `
    const { catchStrays } = await import(${here("./strays.ts")});
    const { metrics } = await import(${here("../metrics.ts")});
    catchStrays();
    ${code};
    const counted = async () => (await metrics.uncaught.get()).values.reduce((sum, { value }) => sum + value, 0);
    while (!await counted()) await new Promise((resolve) => setTimeout(resolve, 5));
    console.log("alive");
    Deno.exit(0);`;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", script],
    stdout: "piped",
    stderr: "null",
  }).output();
  expect(new TextDecoder().decode(stdout)).toContain("alive");
  expect(success).toBe(true);
});
