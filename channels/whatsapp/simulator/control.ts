// The simulator's calls for other processes: `POST /<call>` with its object as JSON. Listed in README.md.
import { Buffer } from "node:buffer";
import { inputs } from "./commands.ts";
import type { Simulator } from "./simulator.ts";

type Call = keyof typeof inputs;

/** Opens the control port on this computer. */
export function serveControl(simulator: Simulator, port = 0): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, (request) => control(simulator, request));
}

/** Bad input, and what cannot be done, is 400 with the reason. */
async function control(simulator: Simulator, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.slice(1);
  // Another site in a developer's browser must not play with it.
  const origin = request.headers.get("origin");
  if (origin && new URL(origin).host !== new URL(request.url).host) return new Response(null, { status: 403 });
  if (request.method === "GET" && (name === "" || name.startsWith("page/"))) return await page(name);
  if (request.method === "GET" && name === "addresses") return Response.json(addresses(simulator));
  if (request.method !== "POST" || !Object.hasOwn(inputs, name)) {
    return Response.json({ error: "no such call" }, { status: 404 });
  }
  try {
    const text = await request.text();
    // Every method checks its own input.
    const call = simulator[name as Call].bind(simulator) as (input: unknown) => unknown;
    const answer = await call(text === "" ? {} : JSON.parse(text)) ?? {};
    return new Response(JSON.stringify(answer, asBase64), { headers: { "content-type": "application/json" } });
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 });
  }
}

const types: Record<string, string> = { html: "text/html", css: "text/css", js: "text/javascript" };
/** The page on which a developer plays the phone. */
async function page(name: string): Promise<Response> {
  const file = name === "" ? "page/phone.html" : name;
  const type = /^page\/[a-z]+\.(html|css|js)$/.exec(file)?.[1];
  const text = type && await Deno.readTextFile(new URL(file, import.meta.url)).catch(() => null);
  return text
    ? new Response(text, { headers: { "content-type": `${types[type]}; charset=utf-8` } })
    : new Response(null, { status: 404 });
}

/** Where the parts of the simulator are, and what a client has to trust. */
export function addresses(simulator: Simulator): Record<string, string> {
  return {
    socket: simulator.socketUrl,
    media: `https://${simulator.world.mediaHost}`,
    rootKey: Buffer.from(simulator.rootKey).toString("hex"),
    mediaAuthority: simulator.mediaAuthority,
  };
}

/** Bytes become base64; before this is called, buffers have made objects of themselves. */
function asBase64(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key];
  return own instanceof Uint8Array ? Buffer.from(own).toString("base64") : value;
}
