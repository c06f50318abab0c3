// Files of rows that somebody sent, read beside the process's own work: a file that takes too long costs nobody else anything.
import { refuse } from "../../contract/errors.ts";
import type { Read } from "./sheet.worker.ts";

/** Files read at once by one process: each may hold some two hundred megabytes. */
const AT_ONCE = 2;
const MAX_MS = 20_000;
const RETRY_AFTER_S = 10;
let reading = 0;

/**
 * The rows of a file's first sheet that has some. Refuses ERR_VALIDATION with the reason (`bomb`, `tooMany` …), and
 * ERR_TOO_MANY_REQUESTS while others' files are being read.
 */
export async function readSheet(file: File): Promise<string[][]> {
  if (reading >= AT_ONCE) return refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: RETRY_AFTER_S });
  reading++;
  let worker: Worker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const read = await new Promise<Read>((resolve) => {
      worker = new Worker(new URL("./sheet.worker.ts", import.meta.url), { type: "module" });
      timer = setTimeout(() => resolve({ refused: "bomb" }), MAX_MS);
      worker.onmessage = ({ data }: MessageEvent<Read>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({ refused: "broken" });
      };
      worker.postMessage(bytes, [bytes.buffer]);
    });
    if ("rows" in read) return read.rows;
    return refuse("ERR_VALIDATION", { details: [{ path: "file", message: read.refused }] });
  } finally {
    clearTimeout(timer);
    worker?.terminate();
    reading--;
  }
}
