// Reads an event stream in a test, frame by frame.
import type { Person } from "./api.ts";

export interface Frame {
  name: string;
  id: string | null;
  // deno-lint-ignore no-explicit-any -- each test knows what it wrote
  data: any;
}
export interface Read {
  status: number;
  /** What a refusal says. */
  body: unknown;
  frames: Frame[];
}

/** Opens a person's stream and reads until `last` is content with what came, or the server ends it. */
export async function readFrames(
  person: Person,
  options: { cursor?: string; query?: string },
  last: (frames: Frame[]) => boolean,
): Promise<Read> {
  const stop = new AbortController();
  const response = await person.fetch(`/api/events${options.query ?? ""}`, {
    headers: options.cursor ? { "last-event-id": options.cursor } : {},
    signal: stop.signal,
  });
  if (response.status !== 200) return { status: response.status, body: await response.json(), frames: [] };
  const frames = await framesOf(response.body!, last);
  stop.abort();
  return { status: 200, body: null, frames };
}

/** The frames of a stream until `last` is content with them, or it ends. */
export async function framesOf(
  stream: ReadableStream<Uint8Array>,
  last: (frames: Frame[]) => boolean,
): Promise<Frame[]> {
  const frames: Frame[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = new Map(
        rest.slice(0, end).split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
      );
      frames.push({ name: lines.get("event")!, id: lines.get("id") ?? null, data: JSON.parse(lines.get("data")!) });
      rest = rest.slice(end + 2);
    }
    if (last(frames)) break;
  }
  return frames;
}

/** Content with so many frames of this name. */
export const has = (name: string, n = 1) => (frames: Frame[]): boolean =>
  frames.filter((frame) => frame.name === name).length >= n;
