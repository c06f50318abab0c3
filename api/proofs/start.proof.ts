// The start of Recado as a person meets it: one command, clear sentences, nothing left behind.
import { describe, expect, test } from "vitest";
import { createServer } from "node:net";
import { join } from "node:path";
import { freePort, isFree } from "../core/testing/ports.ts";
import { login, newFolder, npmRun, ready, until } from "./commands.ts";

/** A free port whose next one is free too: the phone's first steps are there. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isFree(port + 1)) return port;
  }
}

describe("npm start", () => {
  test("makes the first super user once, serves app and API, stops everything on SIGTERM, and finds everything again", async () => {
    const [port, folder] = [await freePort(), await newFolder()];
    const env = { PORT: String(port), DATA_DIR: folder, ADMIN_EMAIL: "chefe@example.com" };
    const first = npmRun(env);
    await ready(port, first);
    const password = await until(
      "the first password",
      () => Deno.readTextFile(join(folder, "first-password")).then((text) => text.trim() || null, () => null),
      10,
    );
    expect(await login(port, password)).toBe(200);
    expect(first.output()).not.toContain(password);
    expect((await Deno.stat(join(folder, "first-password"))).mode! & 0o777).toBe(0o600);
    expect((await fetch(`http://127.0.0.1:${port}/tickets`)).headers.get("content-type")).toContain("text/html");
    expect((await Deno.stat(join(folder, "secret"))).mode! & 0o777).toBe(0o600);

    const second = npmRun({ ...env, PORT: String(await freePort()) });
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

    const again = npmRun(env);
    await ready(port, again);
    expect(again.output()).not.toMatch(/password/);
    expect(await login(port, password)).toBe(200);

    again.child.kill("SIGKILL");
    const pid = await Deno.readTextFile(join(folder, "postgres", "postmaster.pid"));
    for (const one of await productsOn(port)) Deno.kill(one, "SIGKILL");
    const adopting = npmRun(env);
    await ready(port, adopting);
    expect(await Deno.readTextFile(join(folder, "postgres", "postmaster.pid"))).toBe(pid);
    expect(await login(port, password)).toBe(200);
    adopting.child.kill("SIGTERM");
    await adopting.ended;
  });

  const there = (path: string) => Deno.stat(path).then(() => true, () => false);
  test.each([
    ["as soon as it is begun", (_: string) => true],
    ["while PostgreSQL is made", (folder: string) => there(join(folder, "postgres"))],
    ["when PostgreSQL runs and nothing else", (folder: string) => there(join(folder, "postgres", "postmaster.pid"))],
    ["amid the migrations", (_: string, output: string) => output.includes("migrated")],
    ["when it is ready", (_: string, output: string) => output.includes("Recado runs at")],
  ])("npm start that is told to stop %s ends, and nothing is left running", async (_, moment) => {
    const [port, folder] = [await freePort(), await newFolder()];
    const started = npmRun({ PORT: String(port), DATA_DIR: folder }, "start", true);
    await until("its moment", () => moment(folder, started.output()));
    started.child.kill("SIGTERM");
    await started.ended;
    await until("nothing runs", async () => (await productsOn(port)).length === 0, 30).finally(async () => {
      for (const one of await productsOn(port)) Deno.kill(one, "SIGKILL");
    });
    await until("PostgreSQL to be gone", async () => !await there(join(folder, "postgres", "postmaster.pid")), 20);
    expect(started.output()).not.toContain("could not start");
  });

  /** The product's processes: SIGKILL of the launcher leaves them running. */
  async function productsOn(port: number): Promise<number[]> {
    const listening = await new Deno.Command("sh", {
      args: [
        "-c",
        `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -qx PORT=${port} && basename $p; done`,
      ],
      stdout: "piped",
    }).output();
    const found: number[] = [];
    for (
      const pid of new TextDecoder().decode(listening.stdout).split("\n").map(Number).filter((n) => n && n !== Deno.pid)
    ) {
      const name = await Deno.readTextFile(`/proc/${pid}/comm`).catch(() => "");
      if (name.startsWith("deno")) found.push(pid);
    }
    return found;
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
    ["a certificate without its key", async () => ({
      env: { PORT: String(await freePort()), DATA_DIR: await newFolder(), TLS_CERT: "/nowhere/cert.pem" },
      says: /environment variable TLS_KEY is not usable: TLS_CERT needs it/,
      after: () => {},
    })],
    ["a certificate that is not there", async () => ({
      env: {
        PORT: String(await freePort()),
        DATA_DIR: await newFolder(),
        TLS_CERT: "/nowhere/cert.pem",
        TLS_KEY: "/nowhere/key.pem",
      },
      says: /TLS_CERT \/nowhere\/cert.pem cannot be read/,
      after: () => {},
    })],
    ["files that are no certificate", async () => {
      const folder = await newFolder();
      await Deno.mkdir(folder, { recursive: true });
      const file = join(folder, "README.pem");
      await Deno.writeTextFile(file, "not a certificate");
      return {
        env: { PORT: String(await freePort()), DATA_DIR: folder, TLS_CERT: file, TLS_KEY: file },
        says: /not a certificate and its key/,
        after: () => {},
      };
    }],
    ["a DATA_DIR with a comma in its name", async () => ({
      env: { PORT: String(await freePort()), DATA_DIR: `${await newFolder()},etc` },
      says: /^A comma in the name of a folder cannot be said to Deno: .*data,etc/m,
      after: () => {},
    })],
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
    const started = npmRun(env);
    expect(await started.ended).not.toBe(0);
    after();
    expect(started.output()).toMatch(says);
    expect(started.output()).not.toMatch(/\bat .*\.ts:\d+/);
  });
});

describe("npm run phone", () => {
  test("hands out its authority, and a client that trusts it reaches the product over HTTPS", async () => {
    const port = await freePair();
    const env = { PORT: String(port), DATA_DIR: await newFolder(), ADMIN_PASSWORD: "Provas-2026-x" };
    const started = npmRun(env, "phone");
    const steps = `http://127.0.0.1:${port + 1}`;
    const page = await until("the first steps", async () => {
      const answer = await fetch(steps, { headers: { "accept-language": "tr-TR" } }).catch(() => null);
      return answer?.text() ?? null;
    });
    expect(page).toContain("Bu bilgisayara güvenin");
    const authority = await (await fetch(`${steps}/recado.crt`)).text();
    const trusting = Deno.createHttpClient({ caCerts: [authority] });
    const over = { client: trusting } as RequestInit;
    const login = await until("the product", async () =>
      await fetch(`https://localhost:${port}/api/auth/login`, {
        ...over,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "admin@recado.local", password: env.ADMIN_PASSWORD }),
      }).catch(() => null));
    expect(login.status).toBe(200);
    expect(login.headers.get("set-cookie")).toMatch(/^__Host-.*;\s*Secure/i);
    expect(login.headers.get("strict-transport-security")).toContain("max-age");
    expect((await fetch(`https://localhost:${port}/healthz`, over)).status).toBe(200);
    await expect(fetch(`https://localhost:${port}/healthz`)).rejects.toThrow();
    trusting.close();
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
  });
});
