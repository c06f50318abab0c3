// The stand-in for WhatsApp's server beside the development server, as a process of its own: what it keeps in memory outlives
// restarts of the server.
import { join } from "node:path";

export interface Standin {
  /** What the server has to be started with. */
  env: Record<string, string>;
  /** Where a developer plays the phone. */
  page: string;
  stop(): Promise<void>;
}

/** Starts it. Throws when it says something else than its addresses. */
export async function startStandin(controlPort: number): Promise<Standin> {
  const folder = await Deno.makeTempDir({ prefix: "recado-phone-" });
  const authority = join(folder, "authority.pem");
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "channels/whatsapp/simulator/main.ts"],
      ...[String(controlPort), "0", "0", authority],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const { control, socket, rootKey } = JSON.parse(await firstLine(child.stdout)) as Record<string, string>;
  return {
    env: { WHATSAPP_SOCKET_URL: socket!, WHATSAPP_ROOT_KEY: rootKey!, DENO_CERT: authority },
    page: control!,
    async stop() {
      try {
        child.kill("SIGTERM");
      } catch { /* it has ended already */ }
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The stand-in for WhatsApp did not start.");
    text += decoder.decode(value, { stream: true });
  }
  // What it prints later is thrown away, so that it never waits for a reader.
  void (async () => {
    while (!(await reader.read()).done);
  })();
  return text.split("\n")[0]!;
}
