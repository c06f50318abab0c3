// Baileys lets errors over what it was sent escape from listeners that nobody awaits, which ends the whole process; and after a frame
// it cannot read, a socket is deaf to all later ones. Both end one socket instead.
import type { WASocket } from "@whiskeysockets/baileys";
import type { Log } from "../../sdk/mod.ts";

type Listener = (...args: unknown[]) => unknown;

/**
 * Wraps what a new socket listens with. `deaf` is called when a frame could not be read; every other error stops only the one
 * listener it came from and is passed to `odd`.
 */
export function guard(socket: WASocket, deaf: () => void, odd: (error: unknown) => void): void {
  const { ws } = socket;
  for (const name of ws.eventNames()) {
    const listeners = ws.rawListeners(name) as Listener[];
    ws.removeAllListeners(name);
    const failed = name === "message" ? deaf : odd;
    for (const listener of listeners) {
      const wrapped = guarded(listener, failed);
      ws.on(name, name === "CB:message" ? inTurn(wrapped) : wrapped);
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
 * the second message of somebody new would be read before the first.
 */
function inTurn(listener: (...args: unknown[]) => Promise<void>): Listener {
  let last = Promise.resolve();
  return (...args) => last = last.then(() => listener(...args));
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
