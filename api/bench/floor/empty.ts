// The least a Hono server on Deno can be: the floor of the memory figure. Prints the port it listens on.
import { Hono } from "hono";

const app = new Hono().get("/", (c) => c.text("ok"));
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
console.log(`port ${server.addr.port}`);
