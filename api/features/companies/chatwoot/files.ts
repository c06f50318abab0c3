// Files of messages, fetched one after the other from where Chatwoot says they are.
import { join } from "node:path";
import type { FindFile } from "../whaticket/files.ts";
import { patiently, type Pause } from "./api.ts";

const TIMEOUT_MS = 5 * 60_000;

/** Fetches files into a folder of its own; each is there until the next one is asked for. One that cannot be had is null. */
export async function downloads(base: string, pause?: Pause): Promise<{ get: FindFile; close: () => Promise<void> }> {
  const ask = patiently(base, pause);
  const folder = await Deno.makeTempDir({ prefix: "recado-chatwoot-" });
  const path = join(folder, "file");
  return {
    get: async (url) => {
      const answer = await ask(url, TIMEOUT_MS);
      if (!answer?.ok || !answer.body) {
        await answer?.body?.cancel();
        return null;
      }
      await Deno.writeFile(path, answer.body);
      return path;
    },
    close: () => Deno.remove(folder, { recursive: true }),
  };
}
