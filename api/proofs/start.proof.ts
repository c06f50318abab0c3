// What somebody meets who starts Recado: one command, clear sentences, nothing left behind.
import { afterAll, describe, expect, test } from "vitest";
import { createServer } from "node:net";
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
async function newFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "recado-start-" });
  folders.push(folder);
  return join(folder, "data");
}
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

interface Started {
  child: Deno.ChildProcess;
  output: () => string;
  ended: Promise<number>;
}
/** The real command, through Node, as a person types it. */
function npmStart(env: Record<string, string>): Started {
  const child = new Deno.Command("node", {
    args: ["api/commands/launch.mjs", "start"],
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
async function until<T>(
  what: string,
  look: () => Promise<T | null | false> | T | null | false,
  seconds = 60,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const ready = (port: number, started: Started) =>
  until(
    `readiness; it said: ${started.output()}`,
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false,
  );
const login = async (port: number, password: string) =>
  (await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "chefe@example.com", password }),
  })).status;

describe("npm start", () => {
  test("makes the first super user once, serves app and API, stops everything on SIGTERM, and finds everything again", async () => {
    const [port, folder] = [await freePort(), await newFolder()];
    const env = { PORT: String(port), DATA_DIR: folder, ADMIN_EMAIL: "chefe@example.com" };
    const first = npmStart(env);
    await ready(port, first);
    const password = await until(
      "the printed password",
      () => /with the password (\S+)/.exec(first.output())?.[1] ?? null,
      10,
    );
    expect(await login(port, password)).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/tickets`)).headers.get("content-type")).toContain("text/html");
    expect((await Deno.stat(join(folder, "secret"))).mode! & 0o777).toBe(0o600);

    const second = npmStart({ ...env, PORT: String(await freePort()) });
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toMatch(/Recado already runs on/);
    expect(await login(port, password)).toBe(200);

    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    await until(
      "PostgreSQL to be gone",
      async () => !await Deno.stat(join(folder, "postgres", "postmaster.pid")).catch(() => null),
      20,
    );

    const again = npmStart(env);
    await ready(port, again);
    expect(again.output()).not.toMatch(/with the password/);
    expect(await login(port, password)).toBe(200);

    again.child.kill("SIGKILL");
    const pid = await Deno.readTextFile(join(folder, "postgres", "postmaster.pid"));
    await killProduct(port);
    const adopting = npmStart(env);
    await ready(port, adopting);
    expect(await Deno.readTextFile(join(folder, "postgres", "postmaster.pid"))).toBe(pid);
    expect(await login(port, password)).toBe(200);
    adopting.child.kill("SIGTERM");
    await adopting.ended;
  });

  /** SIGKILL of the launcher leaves the product running; this ends it the same way. */
  async function killProduct(port: number): Promise<void> {
    const listening = await new Deno.Command("sh", {
      args: [
        "-c",
        `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -qx PORT=${port} && basename $p; done`,
      ],
      stdout: "piped",
    }).output();
    for (
      const pid of new TextDecoder().decode(listening.stdout).split("\n").map(Number).filter((n) => n && n !== Deno.pid)
    ) {
      const name = await Deno.readTextFile(`/proc/${pid}/comm`).catch(() => "");
      if (name.startsWith("deno")) Deno.kill(pid, "SIGKILL");
    }
  }

  test.each([
    ["a busy port", async () => {
      const port = await freePort();
      const holder = createServer().listen(port, "127.0.0.1");
      return {
        env: { PORT: String(port), DATA_DIR: await newFolder() },
        says: new RegExp(`Port ${port} is in use`),
        after: () => holder.close(),
      };
    }],
    ["a DATA_DIR that cannot be written", async () => {
      const folder = await newFolder();
      await Deno.writeTextFile(folder, "a file, not a folder");
      return {
        env: { PORT: String(await freePort()), DATA_DIR: join(folder, "x") },
        says: /DATA_DIR .* cannot be written/,
        after: () => {},
      };
    }],
    ["a database that cannot be reached", async () => {
      const port = await freePort();
      return {
        env: {
          PORT: String(await freePort()),
          DATA_DIR: await newFolder(),
          DATABASE_URL: `postgres://x:y@127.0.0.1:${port}/z`,
        },
        says: /cannot be reached/,
        after: () => {},
      };
    }],
    [
      "a variable that makes no sense",
      async () => ({
        env: { PORT: "eighty", DATA_DIR: await newFolder() },
        says: /environment variable PORT/,
        after: () => {},
      }),
    ],
  ])("%s gives one clear sentence and a non-zero exit", async (_, arrange) => {
    const { env, says, after } = await arrange();
    const started = npmStart(env);
    expect(await started.ended).not.toBe(0);
    after();
    expect(started.output()).toMatch(says);
    expect(started.output()).not.toMatch(/\bat .*\.ts:\d+/);
  });
});
