// Starts the worker that reads a file, for as long as that takes.
import { IMPORT_MAX } from "../../../../api/contract/limits.ts";
import { Worker } from "../../../core/app-files/own-scripts.ts";
import type { Read } from "./table.worker.ts";

const MAX_WAIT_MS = 60_000;

/** The rows of a file, or why it is not taken. A file that keeps the worker busy for a minute is broken. */
export async function openFile(file: File): Promise<Read> {
  if (file.size > IMPORT_MAX.bytes) return { refused: "tooBig" };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { refused: "broken" };
  const worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve({ refused: "bomb" }), MAX_WAIT_MS);
      worker.onerror = () => resolve({ refused: "broken" });
      worker.onmessage = ({ data }: MessageEvent<Read>) => resolve(data);
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
