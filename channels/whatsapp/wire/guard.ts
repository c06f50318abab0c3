// Baileys lets errors over what it was sent escape from listeners that nobody awaits, which ends the whole process; and after a frame
// it cannot read, a socket is deaf to all later ones. Both end one socket instead.
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { Log } from "../../sdk/mod.ts";

type Listener = (...args: unknown[]) => unknown;

/**
 * Wraps what a new socket listens with. `deaf` is called when a frame could not be read; every other error stops only the one
 * listener it came from and is passed to `odd`. Messages that were not begun when `over` says so are left to the next line.
 */
export function guard(
  socket: WASocket,
  deaf: () => void,
  odd: (error: unknown) => void,
  over: () => boolean,
): void {
  const { ws } = socket;
  for (const name of ws.eventNames()) {
    const listeners = ws.rawListeners(name) as Listener[];
    ws.removeAllListeners(name);
    const failed = name === "message" ? deaf : odd;
    for (const listener of listeners) {
      const wrapped = guarded(listener, failed);
      ws.on(name, name === "CB:message" ? inTurn(wrapped, over) : wrapped);
    }
  }
}
function guarded(listener: Listener, failed: (error: unknown) => void): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    try {
      await listener(...args);
    } catch (error) {
      failed(error);
    }
  };
}
/**
 * One after the other. Baileys opens messages in turn, but lets a later one pass while it still keeps an earlier one's addresses:
 * the second message of somebody new would be read before the first. What was missed it puts into a queue of its own, which every
 * live message passes: so here all are live. A line that has ended may keep no keys: it would fail over one message and read the
 * next, while WhatsApp gives both to the line after it.
 */
function inTurn(listener: (...args: unknown[]) => Promise<void>, over: () => boolean): Listener {
  let last = Promise.resolve();
  return (stanza) =>
    last = last.then(async () => {
      const { offline: _, ...attrs } = (stanza as BinaryNode).attrs;
      if (!over()) await listener({ ...stanza as BinaryNode, attrs });
    });
}

let watching = false;
/** The last wall: a promise that Baileys itself left alone must not end the process and everybody's lines with it. */
export function keepStrays(log: Log): void {
  if (watching) return;
  watching = true;
  globalThis.addEventListener("unhandledrejection", (event) => {
    // Whoever runs this plugin has a wall of its own.
    if (event.defaultPrevented) return;
    const { stack = "" } = event.reason instanceof Error ? event.reason : {};
    if (!/@whiskeysockets[\\/]baileys|[\\/]libsignal[\\/]/.test(stack)) return;
    event.preventDefault();
    log.warn("the WhatsApp library left an error alone", { error: event.reason });
  });
}
