// One reading of `/api/events`: Server-Sent Events by fetch, because EventSource cannot send a bearer token. Ends when the
// server ends it, when it has been silent for too long, or when told to. Reconnecting is the caller's work.
import { createParser } from "eventsource-parser";
import { SILENCE_MS } from "../../../api/contract/limits.ts";
import { ApiError, authorised } from "../who/api.ts";

export interface StreamMessage {
  name: string;
  data: unknown;
  id?: string;
}
interface Reading {
  lastId?: string;
  signal: AbortSignal;
  onOpen(): void;
  onMessage(message: StreamMessage): void;
}

/** More missed events than this are slower than fetching what is on screen; the server then says `reset`. */
const RESUME_UP_TO = 2_000;

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads the stream until it ends. Throws when it could not be opened. */
export async function readStream({ lastId, signal, onOpen, onMessage }: Reading): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    const response = await authorised(() => {
      const headers = new Headers({ accept: "text/event-stream" });
      if (lastId) headers.set("last-event-id", lastId);
      return new Request(`/api/events?max=${RESUME_UP_TO}`, { headers, signal: either, cache: "no-store" });
    });
    if (!response.ok || !response.body) {
      throw new ApiError(response.status, "ERR_NOT_READY", { error: "ERR_NOT_READY" });
    }
    onOpen();
    const parser = createParser({
      onEvent: (e) => onMessage({ name: e.event ?? "message", data: decode(e.data), id: e.id }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer!);
  }
}
