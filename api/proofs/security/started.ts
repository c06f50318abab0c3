// A started process on a database of its own, in the cluster of the test run.
import { inject } from "vitest";
import postgres from "postgres";
import { permissions } from "../../commands/start/permissions.mjs";
import { TEST_SECRET } from "../../core/testing/secret.ts";

export interface Started {
  url: string;
  databaseUrl: string;
  email: string;
  password: string;
  /** Everything it has written to its log and its errors so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts one; `env` adds to its environment. */
export async function startProcess(env: Record<string, string> = {}): Promise<Started> {
  const owner = inject("databaseUrl");
  const name = `proof_${crypto.randomUUID().slice(0, 8)}`;
  const sql = postgres(owner, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${name}`);
  const databaseUrl = Object.assign(new URL(owner), { pathname: `/${name}` }).toString();
  const folder = await Deno.makeTempDir({ prefix: "recado-proof-" });
  const [email, password] = ["admin@proof.local", "PLANTED-admin-password-7f3a"];
  const all = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: "0",
    SECRET_KEY: TEST_SECRET,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: "trace",
    // One person here makes as many calls as many people do.
    CALL_LIMITS: "reads=1000000,writes=1000000,searches=1000000,exports=1000000,uploads=1000000",
    PUBLIC_URL: "http://localhost",
    ...env,
  };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...permissions(all, Deno.execPath()), "api/proofs/security/serve.ts"],
    env: all,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
  });
  let url: string | undefined;
  for (let waited = 0; !url && waited < 30_000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    url = /listening (\S+)/.exec(text)?.[1];
  }
  if (!url) throw new Error(`The process did not start: ${text.slice(-2_000)}`);
  return {
    url: url.replace("localhost", "127.0.0.1"),
    databaseUrl,
    email,
    password,
    output: () => text,
    async stop() {
      await child.stdin.close().catch(() => {});
      await Promise.race([child.status, new Promise((resolve) => setTimeout(resolve, 15_000))]);
      try {
        child.kill("SIGKILL");
      } catch { /* it has gone by itself */ }
      await Promise.all(reading);
      await sql.unsafe(`drop database ${name} with (force)`);
      await sql.unsafe(`drop role if exists "${name}_api"`).catch(() => {});
      await sql.end();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * Writes bytes to a socket and reads what comes back until it closes, at most five seconds. Null means that no answer came: a
 * server that has refused may leave the rest of a body unread.
 */
export async function raw(url: string, bytes: Iterable<Uint8Array>): Promise<string | null> {
  const { hostname, port } = new URL(url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  let text = "";
  const read = (async () => {
    for await (const chunk of socket.readable.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const write = (async () => {
    for (const part of bytes) {
      for (let at = 0; at < part.length;) at += await socket.write(part.subarray(at));
    }
  })().catch(() => {});
  const gone = Symbol();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof gone>((resolve) => timer = setTimeout(() => resolve(gone), 5_000));
  const done = await Promise.race([Promise.all([read, write]), late]);
  clearTimeout(timer);
  try {
    socket.close();
  } catch { /* closed by the stream */ }
  return done === gone && !text ? null : text;
}
