// The network between phone and product: a plain TCP relay that can be cut. Cutting the browser's own network leaves the service
// worker and open streams connected; a cut here reaches all of them.

export interface Wire {
  port: number;
  /** Bytes that the phone has sent so far, delivered or not. */
  readonly sent: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** The same by itself, as soon as the phone has sent so many bytes more. */
  cutAfter(bytes: number): void;
  /** Holds all bytes without closing a connection; they pass when the wire is mended. */
  hold(): void;
  mend(): void;
  /** Changes from one network to another: open event streams hang without a notice; other connections end, new ones open. */
  strand(): void;
  close(): void;
}

interface Line {
  sides: Deno.Conn[];
  /** Whether it carries an event stream. */
  stream: boolean;
  stranded: boolean;
}
const STREAM = /^GET \/api\/events\b/;

/** Relays a free port of this machine to `target`, a port or what answers it. */
export function openWire(target: number | (() => number)): Wire {
  let open = true;
  let sent = 0;
  let limit = Infinity;
  let held: PromiseWithResolvers<void> | null = null;
  const running = new Set<Line>();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const relay = async (from: Deno.Conn) => {
    if (!open) return from.close();
    const port = typeof target === "number" ? target : target();
    const to = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    if (!to || !open) return [from, to].forEach((side) => side?.close());
    const line: Line = { sides: [from, to], stream: false, stranded: false };
    running.add(line);
    const asks = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(bytes, controller) {
        await held?.promise;
        sent += bytes.length;
        if (sent >= limit) return cut();
        line.stream ||= STREAM.test(new TextDecoder("latin1").decode(bytes.subarray(0, 40)));
        if (!line.stranded) controller.enqueue(bytes);
      },
    });
    const hears = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(bytes, controller) {
        await held?.promise;
        if (!line.stranded) controller.enqueue(bytes);
      },
    });
    // A reset connection is over for both sides; one that only ended its sending may still receive.
    await Promise.all([
      from.readable.pipeThrough(asks).pipeTo(to.writable),
      to.readable.pipeThrough(hears).pipeTo(from.writable),
    ]).catch(() => {});
    end(line);
  };
  const end = (line: Line) => {
    running.delete(line);
    for (const side of line.sides) {
      try {
        side.close();
      } catch { /* the streams closed it */ }
    }
  };
  void (async () => {
    for await (const conn of listener) void relay(conn);
  })().catch(() => {});
  const cut = () => {
    open = false;
    limit = Infinity;
    [...running].forEach(end);
  };
  return {
    port: (listener.addr as Deno.NetAddr).port,
    get sent() {
      return sent;
    },
    cut,
    cutAfter: (bytes) => limit = sent + bytes,
    hold: () => held ??= Promise.withResolvers<void>(),
    mend() {
      open = true;
      held?.resolve();
      held = null;
    },
    strand() {
      for (const line of [...running]) {
        if (line.stream) line.stranded = true;
        else end(line);
      }
    },
    close() {
      listener.close();
      [...running].forEach(end);
    },
  };
}
