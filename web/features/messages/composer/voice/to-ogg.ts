// Starts the worker that puts a recording into Ogg, for as long as that takes.
import { Worker } from "../../../../core/app-files/own-scripts.ts";

const MAX_WAIT_MS = 60_000;

/** The recording as Ogg. Throws when there is no sound in it or the worker does not start. */
export async function toOgg(webm: Blob): Promise<ArrayBuffer> {
  const bytes = await webm.arrayBuffer();
  const worker = new Worker(new URL("./remux.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error("the recording could not be read"));
      setTimeout(fail, MAX_WAIT_MS);
      worker.onerror = fail;
      worker.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) => data ? resolve(data) : fail();
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
