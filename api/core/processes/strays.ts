// The last wall: an error that nobody caught ends the request, the job or the socket it came from, and not the process with everybody's.
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";

let watching = false;
/** From now on such errors are logged and counted (`recado_errors_uncaught_total`), whichever library let them go. */
export function catchStrays(): void {
  if (watching) return;
  watching = true;
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    note("promise", event.reason);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    note("callback", event.error);
  });
}
function note(kind: "promise" | "callback", error: unknown): void {
  metrics.uncaught.inc({ kind });
  log.error("an error that nobody caught", { kind, error });
}
