// A command that a person or a supervisor ends by a signal, at any moment.
import process from "node:process";
import { StartError } from "../../main.ts";

/** Does the work, then ends the process: with 0, also where it was told to stop, and with 1 and one clear sentence where it fails. */
export async function runUntilTold(work: (told: AbortSignal) => Promise<void>): Promise<never> {
  const told = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    if (Deno.build.os !== "windows" || signal === "SIGINT") Deno.addSignalListener(signal, () => told.abort());
  }
  try {
    await work(told.signal);
  } catch (error) {
    if (told.signal.aborted) process.exit(0);
    if (
      error instanceof StartError || (error instanceof Error && error.message.startsWith("The environment variable"))
    ) {
      console.error(error.message);
    } else console.error("Recado could not start:", error);
    process.exit(1);
  }
  process.exit(0);
}
