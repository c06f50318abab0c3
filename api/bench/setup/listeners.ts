// Clients of the event stream that only look for a number: `bench-17.` somewhere in what arrives.
import { Line } from "./http.ts";

const decoder = new TextDecoder();
const MARK = /bench-(\d+)\./g;

/** Opens a stream and reports each number once, with the time it arrived. Returns what closes it. */
export async function listen(
  port: number,
  headers: Record<string, string>,
  onNumber: (number: number, at: number) => void,
): Promise<() => void> {
  const line = await Line.open(port);
  await line.send("GET", "/api/events", headers);
  let text = decoder.decode(await line.next() ?? new Uint8Array());
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(`The stream answered ${text.slice(0, 200)}`);
  line.shrink();
  const seen = new Set<number>();
  void (async () => {
    for (;;) {
      const bytes = await line.next();
      if (!bytes) return;
      const at = performance.now();
      // A mark may be cut in two by the chunk's end.
      text = text.slice(-24) + decoder.decode(bytes);
      for (const [, digits] of text.matchAll(MARK)) {
        const number = Number(digits);
        if (seen.has(number)) continue;
        seen.add(number);
        onNumber(number, at);
      }
    }
  })();
  return () => line.close();
}

/** Opens many, a few at a time. */
export async function listenMany(
  count: number,
  port: number,
  headers: (index: number) => Promise<Record<string, string>>,
  onNumber: (number: number, at: number, index: number) => void,
): Promise<() => void> {
  const closers: (() => void)[] = [];
  for (let from = 0; from < count; from += 50) {
    const some = Array.from({ length: Math.min(50, count - from) }, (_, i) => from + i);
    closers.push(
      ...await Promise.all(some.map(async (i) => await listen(port, await headers(i), (n, at) => onNumber(n, at, i)))),
    );
  }
  return () => closers.forEach((close) => close());
}
