// The commands of the README as a person types them, on an installation of their own that is gone when the file of tests ends.
import { afterAll } from "vitest";
import { join } from "node:path";
import process from "node:process";

const folders: string[] = [];
const children: Deno.ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    try {
      child.kill("SIGTERM");
    } catch { /* ended */ }
    await child.status;
  }
  for (const folder of folders) await Deno.remove(folder, { recursive: true }).catch(() => {});
});

/** A DATA_DIR that is not there yet. */
export async function newFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "recado-start-" });
  folders.push(folder);
  return join(folder, "data");
}

/** A command that was begun. */
export interface Run {
  child: Deno.ChildProcess;
  /** What it has said so far. */
  output: () => string;
  /** Its exit code. */
  ended: Promise<number>;
}
/** The real command, through Node, as a person types it; or through npm. */
export function npmRun(env: Record<string, string>, command = "start", npm = false, args: string[] = []): Run {
  const child = new Deno.Command(npm ? "npm" : "node", {
    args: npm ? ["run", command] : ["api/commands/launch.mjs", command, ...args],
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/tmp", LOG_FORMAT: "json", ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  children.push(child);
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  return { child, output: () => output, ended: reading.then(() => child.status).then((status) => status.code) };
}
/** Waits until `look` finds something. Throws when it does not within `seconds`. */
export async function until<T>(
  what: string | (() => string),
  look: () => Promise<T | null | false> | T | null | false,
  seconds = 60,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${typeof what === "string" ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
/** Waits until a start answers on its port. */
export const ready = (port: number, started: Run) =>
  until(
    () => `readiness; it said: ${started.output()}`,
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false,
  );
/** The status of a sign-in as chefe@example.com. */
export const login = async (port: number, password: string) =>
  (await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "chefe@example.com", password }),
  })).status;
