// The copy of an installation in the middle of its work, and the start on it.
import { afterAll, expect, inject, test } from "vitest";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { migrate } from "../../db/migrate.ts";
import { copyDatabase, emptyDatabase } from "../core/testing/databases.ts";
import { freePort } from "../core/testing/ports.ts";
import { newFolder, npmRun, ready, type Run, until } from "./commands.ts";
import { type Frame, framesOf, positionOf } from "./harness-stream.ts";

const PASSWORD = "Provas-2026-x";
const EMAIL = "chefe@example.com";

/** Somebody who is signed in on one installation. */
class Person {
  constructor(readonly base: string, private token: string) {}
  static async signIn(port: number): Promise<Person> {
    const base = `http://127.0.0.1:${port}/api`;
    const answer = await fetch(`${base}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    return new Person(base, (await answer.json()).token);
  }
  get headers() {
    return { authorization: `Bearer ${this.token}` };
  }
  async ask<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const form = body instanceof FormData;
    const answer = await fetch(this.base + path, {
      method,
      headers: form || !body ? this.headers : { ...this.headers, "content-type": "application/json" },
      body: form ? body : body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json() as T;
  }
  /** The stream's opening frame, and whether it is said after it that this cursor leads nowhere. */
  async openStream(cursor: string | null): Promise<{ hello: Frame; reset: boolean }> {
    const answer = await fetch(`${this.base}/events`, {
      headers: { ...this.headers, ...(cursor === null ? {} : { "last-event-id": cursor }) },
      // A reset follows at once.
      signal: AbortSignal.timeout(2_000),
    });
    let hello: Frame | undefined;
    try {
      for await (const frame of framesOf(answer.body!)) {
        hello ??= frame;
        if (frame.name === "reset") return { hello, reset: true };
      }
    } catch { /* it was silent */ }
    expect(hello?.name).toBe("hello");
    return { hello: hello!, reset: false };
  }
}

interface Kept {
  id: number;
  shortcode: string;
  mediaPath: string | null;
}
/** Keeps quick messages, eight at a time, every fourth with a file, until it is told to stop. */
function keepOn(person: Person): { kept: Map<number, string | null>; stop: () => Promise<void> } {
  const kept = new Map<number, string | null>();
  let ended = false;
  let turn = 0;
  const worker = async () => {
    while (!ended) {
      const mine = turn++;
      const { id } = await person.ask<Kept>("POST", "/quick-messages", {
        shortcode: `ação ${mine}`,
        message: "Olá! ".repeat(50),
        geral: true,
      });
      if (mine % 4) kept.set(id, null);
      else {
        const text = `Preço ${mine}\n`.repeat(500);
        const form = new FormData();
        form.set("file", new File([text], "preço.txt", { type: "text/plain" }));
        await person.ask("POST", `/quick-messages/${id}/media-upload`, form);
        kept.set(id, text);
      }
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  return { kept, stop: async () => (ended = true, await workers, undefined) };
}

/** What was kept before is there, with its files; what was kept meanwhile is there or is not; nothing twice, and nothing that nobody wrote. */
async function expectKept(
  person: Person,
  before: ReadonlyMap<number, string | null>,
  ever: ReadonlyMap<number, string | null>,
): Promise<void> {
  const there = new Map((await person.ask<Kept[]>("GET", "/quick-messages/list")).map((one) => [one.id, one]));
  for (const [id, text] of before) {
    const one = there.get(id);
    expect(one, `quick message ${id}`).toBeDefined();
    if (!text) continue;
    const file = await fetch(new URL(one!.mediaPath!, person.base), { headers: person.headers });
    expect(await file.text(), `the file of ${id}`).toBe(text);
  }
  expect(new Set([...there.values()].map((one) => one.shortcode)).size).toBe(there.size);
  for (const id of there.keys()) expect(id).toBeLessThanOrEqual(Math.max(...ever.keys()));
}

/** A DATA_DIR that is not there yet, behind a link. */
async function linkedFolder(): Promise<string> {
  const data = await newFolder();
  const [there, link] = [join(dirname(data), "real"), join(dirname(data), "link")];
  await Deno.mkdir(there);
  await Deno.symlink(there, link);
  return join(link, "data");
}
async function begin(folder: string, env: Record<string, string> = {}): Promise<{ run: Run; person: Person }> {
  const port = await freePort();
  const run = npmRun({
    ...env,
    ...{ PORT: String(port), DATA_DIR: folder, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD },
    CALL_LIMITS: "reads=1000000,writes=1000000,searches=1000000,exports=1000000,uploads=1000000",
  });
  await ready(port, run);
  return { run, person: await Person.signIn(port) };
}
const end = async (run: Run) => {
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
};

test("an installation copied while eight people write has everything that was kept before, with its files, and resets every cursor", async () => {
  const [from, to] = [await linkedFolder(), join(await newFolder(), "copy")];
  const first = await begin(from);
  const writing = keepOn(first.person);
  await until("some work", () => writing.kept.size > 100);

  const before = new Map(writing.kept);
  const copying = npmRun({ DATA_DIR: from }, "backup", false, ["--to", to]);
  expect(await copying.ended, copying.output()).toBe(0);
  expect(writing.kept.size).toBeGreaterThan(before.size);
  const cursor = (await first.person.openStream(null)).hello.id;
  await writing.stop();
  await end(first.run);

  const second = await begin(to);
  await expectKept(second.person, before, writing.kept);

  // The copy has lived on, further than the original had come: the same number is another event.
  const behind = positionOf(cursor) - positionOf((await second.person.openStream(null)).hello.id);
  expect(behind).toBeGreaterThan(0);
  for (let i = 0; i < behind + 5; i++) {
    await second.person.ask("POST", "/quick-messages", { shortcode: `depois ${i}`, message: "E segue.", geral: true });
  }
  expect((await second.person.openStream(cursor)).reset).toBe(true);
  await end(second.run);

  // It is no copy any more: cursors stay good from now on.
  expect(await Deno.stat(join(to, "restored")).catch(() => null)).toBeNull();
});

const given = async (command: string, ...args: string[]) => {
  const { code, stdout, stderr } = await new Deno.Command(command, { args }).output();
  const decoder = new TextDecoder();
  expect(code, `${command}: ${decoder.decode(stderr)}`).toBe(0);
  return decoder.decode(stdout);
};
/** PostgreSQL's own command copies servers of its version and older ones. */
async function dumps(server: string): Promise<boolean> {
  const version = await given("pg_dump", "--version").catch(() => "0");
  const sql = postgres(server, { max: 1 });
  const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major`;
  await sql.end();
  return Number(/[0-9]+/.exec(version)![0]) >= row!.major;
}
const [dumped, restored] = [
  await copyDatabase(inject("templateUrl"), "dumped"),
  await emptyDatabase(inject("templateUrl"), "restored"),
];
afterAll(async () => {
  await dumped.drop();
  await restored.drop();
});

test.runIf(await dumps(dumped.url))(
  "a database of one's own, dumped while eight people write, has everything that was kept before, and resets every cursor",
  async () => {
    const [from, to] = [await newFolder(), await newFolder()];
    const first = await begin(from, { DATABASE_URL: dumped.url });
    const writing = keepOn(first.person);
    await until("some work", () => writing.kept.size > 100);

    const before = new Map(writing.kept);
    const file = `${to}.dump`;
    await given("pg_dump", "--format=custom", "--enable-row-security", `--file=${file}`, dumped.url);
    expect(writing.kept.size).toBeGreaterThan(before.size);
    await Deno.mkdir(to);
    for (const part of ["media", "secret"]) await given("cp", "-R", join(from, part), to);
    const cursor = (await first.person.openStream(null)).hello.id;
    await writing.stop();
    await end(first.run);

    await given("pg_restore", "--exit-on-error", "--enable-row-security", `--dbname=${restored.url}`, file);
    const second = await begin(to, { DATABASE_URL: restored.url });
    await expectKept(second.person, before, writing.kept);
    expect((await second.person.openStream(cursor)).reset).toBe(true);
    await end(second.run);
  },
);

test("a start refuses a database that was restored without the rights of the API's login", async () => {
  const copy = await copyDatabase(inject("templateUrl"), "bare");
  try {
    const sql = postgres(copy.url, { max: 1 });
    await sql`drop policy tenant on app.companies`;
    await sql.end();
    await expect(migrate(copy.url, "a secret")).rejects.toThrow(/restored without the rights/);
  } finally {
    await copy.drop();
  }
});

test.each([
  ["says where to when it is not told", () => [], /npm run backup -- --to folder/],
  ["refuses a folder that is not empty", () => ["--to", "."], /is not empty/],
  [
    "refuses a folder inside of what it copies",
    (from: string) => ["--to", join(from, "copy")],
    /inside of what is copied/,
  ],
])("backup %s", async (_, words, says) => {
  const from = await newFolder();
  await Deno.mkdir(join(from, "postgres"), { recursive: true });
  await Deno.writeTextFile(join(from, "postgres", "PG_VERSION"), "18\n");
  const run = npmRun({ DATA_DIR: from }, "backup", false, words(from));
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(says);
});

test("backup says that a database of one's own is copied otherwise", async () => {
  const run = npmRun({ DATABASE_URL: "postgres://x:y@127.0.0.1:1/z" }, "backup", false, ["--to", await newFolder()]);
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/pg_dump/);
});
