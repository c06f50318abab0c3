// Starts what is measured as processes of their own and asks the system what they take.
import { fileURLToPath } from "node:url";
import { permissions } from "../../commands/start/permissions.mjs";
import { RUNTIME } from "../../commands/start/runtime.mjs";
import { FOLDER } from "./database.ts";

export interface Started {
  port: number;
  /** Resident memory, bytes; null where the system does not say. */
  memory(): Promise<number | null>;
  stop(): Promise<void>;
  /** Ends it at once, as a machine without memory does. */
  kill(): Promise<void>;
}

/** Starts a script beside this file or at this path from it, and waits until it has printed its port. */
export async function startScript(
  name: string,
  args: string[] = [],
  env: Record<string, string> = {},
  rights: readonly string[] = ["-A"],
): Promise<Started> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...rights, script, ...args],
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const port = await readPort(child.stdout, name);
  return {
    port,
    memory: () => residentBytes(child.pid),
    async kill() {
      child.kill("SIGKILL");
      await child.status;
    },
    async stop() {
      try {
        child.kill("SIGTERM");
      } catch { /* it has ended by itself */ }
      await child.status;
    },
  };
}

/** The first line that says "port N" or an address; what follows is thrown away. */
async function readPort(output: ReadableStream<Uint8Array>, name: string): Promise<number> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${name} ended before it was ready: ${text}`);
    text += decoder.decode(value, { stream: true });
    const port = /(?:^port |^http:\/\/[\d.]+:)(\d+)\s*$/m.exec(text)?.[1];
    if (port === undefined) continue;
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return Number(port);
  }
}

async function residentBytes(pid: number): Promise<number | null> {
  const text = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  const kilobytes = /VmRSS:\s+(\d+)/.exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

export const APP_SECRET = "bench-app-secret";

/** Starts the product with these roles on this database. */
export function startProduct(
  database: { url: string; secret: string },
  roles: string,
  env: Record<string, string> = {},
): Promise<Started> {
  const all = {
    DATA_DIR: FOLDER,
    DATABASE_URL: database.url,
    SECRET_KEY: database.secret,
    PORT: "0",
    PUBLIC_URL: "http://localhost:8080",
    LOG_LEVEL: "warn",
    // One person here works like many.
    CALL_LIMITS: "reads=1000000,writes=1000000,searches=1000000,exports=1000000,uploads=1000000",
    META_APP_SECRET: APP_SECRET,
    ROLES: roles,
    ...env,
  };
  // What is measured runs as what is shipped, and may do what that may do.
  return startScript("product.ts", [], all, [...RUNTIME, ...permissions(all, Deno.execPath())]);
}
