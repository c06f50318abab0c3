// A stand-in for graph.facebook.com on 127.0.0.1: tests and development talk to it instead of Meta. Run by itself it listens on the
// port given and prints its address; other processes drive it below /_control (see README.md).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Buffer } from "node:buffer";
import { control } from "./control.ts";
import { type Answer, answer, refusal, type Request as GraphRequest } from "./graph.ts";
import { State, type StoredFile } from "./state.ts";
import { fateBodies, post, wire } from "./webhooks.ts";

async function stored(file: File): Promise<StoredFile> {
  return { bytes: new Uint8Array(await file.arrayBuffer()), mimeType: file.type, fileName: file.name };
}
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
async function bodyOf(request: Request): Promise<{ body: Record<string, unknown>; file?: StoredFile }> {
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) {
    const body: Record<string, unknown> = {};
    let file: StoredFile | undefined;
    for (const [name, value] of await request.formData()) {
      if (value instanceof File) file = await stored(value);
      else body[name] = json(value);
    }
    return { body, file };
  }
  const body = json(await request.text());
  return { body: typeof body === "object" && body !== null ? body as Record<string, unknown> : {} };
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class MetaSimulator {
  readonly state = new State();
  #server: Server | null = null;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }
  /** Listens; on the same port again after `stop`. 0 takes any free port. */
  async start(port = this.#port): Promise<void> {
    const server = createServer((asked, answered) => void this.#serve(asked, answered));
    await new Promise<void>((ready, failed) => server.once("error", failed).listen(port, "127.0.0.1", ready));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    await new Promise<void>((closed) => {
      server.close(() => closed());
      // Also one that just has its answer and does not count as idle yet: nobody asks on it any more.
      server.closeAllConnections();
    });
  }

  /** Node's server, since Deno's cannot end a connection without an answer. */
  async #serve(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of asked) chunks.push(chunk);
    } catch {
      // Who asked was killed amid its request: nobody waits for an answer.
      return;
    }
    const headers = Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, String(value)]));
    const body = chunks.length ? Buffer.concat(chunks) : null;
    const response = await this.#handle(new Request(`${this.url}${asked.url}`, { method: asked.method, headers, body }))
      .catch((error) => Response.json({ error: String(error) }, { status: 500 }));
    if (!response) return void asked.socket.destroy();
    const bytes = new Uint8Array(await response.arrayBuffer());
    answered.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": bytes.length });
    if (!this.#cut.has(response)) return void answered.end(bytes);
    answered.write(bytes.subarray(0, bytes.length >> 1), () => asked.socket.destroy());
  }
  /** Answers that break off in the middle. */
  readonly #cut = new WeakSet<Response>();

  /** Null: the connection ends without an answer. */
  async #handle(request: Request): Promise<Response | null> {
    const url = new URL(request.url);
    const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
    const [area, id = ""] = parts;
    if (area === "_control") return await control(this.state, this.url, request, parts.slice(1));
    const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (area === "_cdn" || area === "_lookaside") return this.#file(id, area === "_cdn" || token !== "");
    const { body, file } = await bodyOf(request);
    const graph = {
      method: request.method,
      parts: parts.slice(1),
      query: url.searchParams,
      token,
      body,
      file,
      base: this.url,
    };
    const isSend = request.method === "POST" && (graph.parts[1] === "messages" || graph.parts[1] === "media");
    return isSend ? await this.#send(graph) : answer(this.state, graph).response;
  }

  /** An address of a page's CDN needs no token; a WhatsApp one does, and shows an error page without it. */
  #file(id: string, allowed: boolean): Response {
    const file = this.state.files.get(id);
    if (!file || !allowed) {
      return new Response("<html>Sorry, this content isn't available</html>", { status: file ? 401 : 404 });
    }
    return new Response(file.bytes, { headers: { "content-type": file.mimeType || "application/octet-stream" } });
  }

  async #send(graph: GraphRequest): Promise<Response | null> {
    const { faults } = this.state;
    if (faults.delayMs > 0) await pause(faults.delayMs);
    if (this.state.takes(faults.rateLimit)) {
      return refusal(613, undefined, 429, { "retry-after": String(faults.rateLimit?.retryAfter) });
    }
    if (this.state.takes(faults.error)) {
      return refusal(faults.error?.code ?? 1, faults.error?.subcode, faults.error?.status);
    }
    if (Math.random() < faults.failShare) return refusal(2, undefined, 500);
    const { response, accepted }: Answer = answer(this.state, graph);
    if (!accepted) return response;
    this.state.accepted.push(accepted);
    this.#tell(accepted);
    if (faults.answerDelayMs > 0) await pause(faults.answerDelayMs);
    if (!this.state.takes(faults.drop)) return response;
    if (faults.drop?.at === "connection") return null;
    this.#cut.add(response);
    return response;
  }

  /** Posts the webhooks that Meta sends after a message, without keeping the message's sender waiting. */
  #tell(accepted: Answer["accepted"]): void {
    const { target, faults } = this.state;
    if (!target || !accepted) return;
    const bodies = fateBodies(this.state, accepted, target.auto).map(wire);
    const ordered = faults.reorder ? bodies.reverse() : bodies;
    const all = faults.replay ? ordered.flatMap((body) => [body, body]) : ordered;
    const { generation } = this.state;
    void (async () => {
      for (const body of all) {
        if (generation === this.state.generation) await post(this.state, target.url, body, target.secret);
      }
    })();
  }
}

if (import.meta.main) {
  const simulator = new MetaSimulator();
  await simulator.start(Number(Deno.args[0] ?? 0));
  await Deno.stdout.write(new TextEncoder().encode(`${simulator.url}\n`));
}
