// The page's live stream: new and changed messages, typing. After a break the page fetches the history, so events need no numbers.
import type { PageHost } from "../sdk/mod.ts";
import { refuse } from "./answers.ts";
import { peerOf, type Visitor } from "./visitor.ts";
import { toWire } from "./wire.ts";

const HEARTBEAT_MS = 20_000;
/** Most bytes held for a page that does not read: then the stream ends, and the page reconnects by itself. */
const MAX_QUEUED_BYTES = 1024 * 1024;
const MAX_STREAMS = 6;
const streams = new Map<string, number>();

/** Opens a stream for a visitor: each open tab has its own, up to a limit. */
export function openLive(host: PageHost, visitor: Visitor, path: string): Response {
  const count = streams.get(visitor.id) ?? 0;
  if (count >= MAX_STREAMS) return refuse("ERR_TOO_MANY_REQUESTS", 10);
  streams.set(visitor.id, count + 1);
  const ending = new AbortController();
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    clearInterval(timer);
    const left = (streams.get(visitor.id) ?? 1) - 1;
    left ? streams.set(visitor.id, left) : streams.delete(visitor.id);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (ending.signal.aborted) return;
        if ((controller.desiredSize ?? 0) <= 0) {
          end();
          controller.error(new Error("The page does not read."));
          return;
        }
        controller.enqueue(encoder.encode(text));
      };
      const tell = (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      tell("hello", {});
      timer = setInterval(() => tell("heartbeat", {}), HEARTBEAT_MS);
      host.watch(
        peerOf(visitor),
        (message) => tell("message", toWire(message, visitor, path)),
        (on) => tell("typing", { on }),
        ending.signal,
      );
      host.signal.addEventListener("abort", () => {
        if (!ending.signal.aborted) controller.close();
        end();
      }, { once: true, signal: ending.signal });
    },
    cancel: end,
  }, { highWaterMark: MAX_QUEUED_BYTES, size: (chunk) => chunk?.byteLength ?? 0 });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
