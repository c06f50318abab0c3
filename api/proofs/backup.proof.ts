// The copy of an installation in the middle of its work, and the start on it.
import { expect, test } from "vitest";
import { dirname, join } from "node:path";
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

/** A DATA_DIR that is not there yet, behind a link. */
async function linkedFolder(): Promise<string> {
  const data = await newFolder();
  const [there, link] = [join(dirname(data), "real"), join(dirname(data), "link")];
  await Deno.mkdir(there);
  await Deno.symlink(there, link);
  return join(link, "data");
}
async function begin(folder: string): Promise<{ run: Run; person: Person }> {
  const port = await freePort();
  const run = npmRun({
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
  const there = new Map((await second.person.ask<Kept[]>("GET", "/quick-messages/list")).map((one) => [one.id, one]));
  for (const [id, text] of before) {
    const one = there.get(id);
    expect(one, `quick message ${id}`).toBeDefined();
    if (!text) continue;
    const file = await fetch(new URL(one!.mediaPath!, second.person.base), { headers: second.person.headers });
    expect(await file.text(), `the file of ${id}`).toBe(text);
  }
  // What was kept meanwhile is there or is not; nothing is there twice, and nothing that nobody wrote.
  expect(new Set([...there.values()].map((one) => one.shortcode)).size).toBe(there.size);
  for (const id of there.keys()) expect(id).toBeLessThanOrEqual(Math.max(...writing.kept.keys()));

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
