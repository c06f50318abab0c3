// Many large forms at once: the process's memory does not grow with them, and a killed one leaves nothing of them on the disk.
import { join } from "node:path";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { ADMIN, inWorld, until, type World } from "../harness.ts";

const MB = 1024 * 1024;
const FORMS = 12;
const FILES = 2;
const FILE_BYTES = 24 * MB;
const COLLEAGUE = { name: "Colega", email: "colega@provas.local" };
const boundary = "recado-forms";

async function signedIn({ bases: [base] }: World, email = ADMIN.email): Promise<string> {
  const answer = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ADMIN, email }),
  });
  return (await answer.json() as { token: string }).token;
}
/** A form of two files, which nobody has in memory whole. */
async function* form(): AsyncGenerator<Uint8Array> {
  const text = (words: string) => new TextEncoder().encode(words);
  const piece = crypto.getRandomValues(new Uint8Array(64 * 1024));
  for (let file = 0; file < FILES; file++) {
    yield text(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file}.bin"\r\n\r\n`);
    for (let sent = 0; sent < FILE_BYTES; sent += piece.length) yield piece;
    yield text("\r\n");
  }
  yield text(`--${boundary}--\r\n`);
}
/** The most memory that a process ever had, bytes; Linux alone tells. */
async function peak(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
}
async function quickMessage({ bases: [base] }: World, token: string): Promise<number> {
  const answer = await fetch(`${base}/api/quick-messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ shortcode: `tabela-${crypto.randomUUID()}` }),
  });
  return (await answer.json() as { id: number }).id;
}

test.skipIf(Deno.build.os !== "linux")(
  "twelve forms of 48 MB at once cost the memory of none",
  () =>
    inWorld(["api"], async (world) => {
      // Two people: the forms of one that may be on their way are fewer.
      const made = await fetch(`${world.bases[0]}/api/users`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${await signedIn(world)}` },
        body: JSON.stringify({ ...ADMIN, ...COLLEAGUE, profile: "user" }),
      });
      expect(made.status).toBe(200);
      const people = await Promise.all([ADMIN.email, COLLEAGUE.email].map(async (email) => {
        const token = await signedIn(world, email);
        return { token, id: await quickMessage(world, token) };
      }));
      const { pid } = world.products[0]!;
      const before = await peak(pid);
      const answers = await Promise.all(Array.from({ length: FORMS }, async (_, i) => {
        const { token, id } = people[i % people.length]!;
        const answer = await fetch(`${world.bases[0]}/api/quick-messages/${id}/media-upload`, {
          method: "POST",
          headers: { "content-type": `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
          body: ReadableStream.from(form()),
        });
        return [answer.status, answer.ok ? "" : await answer.text()];
      }));
      expect(answers).toEqual(answers.map(() => [200, ""]));
      const grown = (await peak(pid) - before) / MB;
      console.log(`${FORMS} forms of ${FILES * FILE_BYTES / MB} MB: ${Math.round(grown)} MB more`);
      // A quarter of one look at all of them.
      expect(grown).toBeLessThan(FORMS * FILES * FILE_BYTES / MB / 4);
    }),
  120_000,
);

test("what a killed process was taking is gone after the next start", async () => {
  const data = await Deno.makeTempDir({ prefix: "recado-proof-forms-" });
  /** The files of forms that lie there. */
  const lying = async (path = join(data, "media", "forms")): Promise<number> => {
    const found = await Array.fromAsync(Deno.readDir(path)).catch(() => []);
    const below = await Promise.all(found.map((one) => one.isFile ? 1 : lying(join(path, one.name))));
    return below.reduce((sum, count) => sum + count, 0);
  };
  try {
    await inWorld(["api"], async (world) => {
      const token = await signedIn(world);
      const id = await quickMessage(world, token);
      const [product] = world.products;
      const socket = connect(product!.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        `POST /api/quick-messages/${id}/media-upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n` +
          `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"a".repeat(500_000)}`,
      );
      await until("the file is on its way", 20_000, async () => await lying() === 1);
      await product!.kill();
      expect(await lying()).toBe(1);
      await product!.start();
      expect(await lying()).toBe(0);
      socket.destroy();
    }, { DATA_DIR: data });
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});
