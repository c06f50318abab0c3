// Files of messages, fetched one after the other from where Chatwoot says they are.
import { join } from "node:path";
import { guardedFetch } from "../../../core/outside/egress.ts";
import type { FindFile } from "../whaticket/files.ts";

const TIMEOUT_MS = 5 * 60_000;

/** Fetches files into a folder of its own; each is there until the next one is asked for. */
export async function downloads(base: string): Promise<{ get: FindFile; close: () => Promise<void> }> {
  // Chatwoot sends on to the store that keeps its files; addresses inside stay closed to what a message names.
  const ask = guardedFetch({ origins: [new URL(base).origin], allow: [] });
  const folder = await Deno.makeTempDir({ prefix: "recado-chatwoot-" });
  const path = join(folder, "file");
  return {
    get: async (url) => {
      try {
        const answer = await ask(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (answer.ok && answer.body) {
          await Deno.writeFile(path, answer.body);
          return path;
        }
        await answer.body?.cancel();
      } catch {
        // The message says that its file is missing.
      }
      return null;
    },
    close: () => Deno.remove(folder, { recursive: true }),
  };
}
