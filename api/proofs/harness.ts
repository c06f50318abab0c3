// The ground of the delivery proofs: a database that outlives the product, product processes that can be killed at any
// moment, and the stand-in for Meta. Proofs look from outside: at processes, HTTP, and the rows, which are the truth.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { inject } from "vitest";
import { permissions } from "../commands/start/permissions.mjs";
import { RUNTIME } from "../commands/start/runtime.mjs";
import { copyDatabase } from "../core/testing/databases.ts";
import { freePort } from "../core/testing/ports.ts";
import { StandIn } from "./harness-standin.ts";

export const SECRET = "9f00".repeat(16);
export const ADMIN = { email: "chefe@provas.local", password: "Provas-2026-x" };
export const META_SECRET = "proof-app-secret";
export const META_APP = "512300000000001";
/** `PROOF_SIZE=S` takes the sizes of a soak before a release. */
export const soak = Deno.env.get("PROOF_SIZE") === "S";
export const size = (small: number, large: number) => soak ? large : small;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until `look` answers a true value; throws with the description of the last answer when the time is over. */
export async function until<T>(
  what: string,
  ms: number,
  look: () => Promise<T> | T,
  every = 50,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + ms;
  let last: unknown;
  while (true) {
    try {
      const found = await look();
      if (found) return found as Exclude<T, false | null | undefined>;
      last = found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what} (last: ${String(last)})`);
    await pause(every);
  }
}

/** Random numbers that a printed seed repeats (`PROOF_SEED`). */
export class Chance {
  readonly seed: number;
  #state: number;
  constructor(label: string, seed = Number(Deno.env.get("PROOF_SEED") ?? Math.floor(Math.random() * 2 ** 31))) {
    this.seed = this.#state = seed;
    console.log(`${label}: PROOF_SEED=${seed}`);
  }
  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!;
  }
  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.between(0, i);
      [out[i], out[j]] = [out[j]!, out[i]!];
    }
    return out;
  }
}

/** A program that dies with us, and its last output. */
export class Child {
  readonly said: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly ended: Promise<Deno.CommandStatus>;
  alive = true;
  constructor(
    script: string,
    env: Record<string, string> = {},
    args: readonly string[] = [],
    rights: readonly string[] = ["-A"],
  ) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...rights, here(script), ...args],
      env,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    for (const stream of [this.#child.stdout, this.#child.stderr]) void this.#listen(stream);
    this.ended = this.#child.status.then((status) => (this.alive = false, status));
  }
  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      this.said.push(...lines);
      if (this.said.length > 400) this.said.splice(0, this.said.length - 300);
    }
  }
  signal(name: Deno.Signal): void {
    if (this.alive) this.#child.kill(name);
  }
  get pid(): number {
    return this.#child.pid;
  }
  /** Ends it for good, whatever it is doing. */
  async end(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch { /* it was faster */ }
    await this.ended;
    await this.#child.stdin.close().catch(() => {});
  }
}

/** One product process, on the same port through all its lives. */
export class Product {
  #child: Child | null = null;
  /** ms from start to readiness, one per life. */
  readonly readyMs: number[] = [];
  readonly history: string[] = [];
  constructor(
    readonly name: string,
    readonly port: number,
    private env: Record<string, string>,
    private args: readonly string[] = [],
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  /** Its metrics, as Prometheus reads them. */
  async metrics(): Promise<string> {
    return await (await fetch(`http://${this.env.METRICS_LISTEN}/metrics`)).text();
  }
  get hasApi(): boolean {
    return (this.env.ROLES ?? "api").includes("api");
  }
  get pid(): number {
    return this.#child?.pid ?? 0;
  }
  get alive(): boolean {
    return this.#child?.alive ?? false;
  }
  get said(): string[] {
    return [...this.history, ...this.#child?.said ?? []];
  }
  async start(): Promise<void> {
    const began = performance.now();
    // Starts it as `npm start` does; a proof may name another build of the app.
    const rights = [...RUNTIME, ...permissions(this.env, Deno.execPath(), [...this.args])];
    const child = this.#child = new Child("./process.ts", this.env, this.args, rights);
    await until(`${this.name} is ready\n${child.said.join("\n")}`, 60_000, async () => {
      if (!child.alive) throw new Error(`${this.name} ended: ${child.said.slice(-10).join("\n")}`);
      if (!this.hasApi) return child.said.includes("started");
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      await answer?.body?.cancel();
      return answer?.status === 200;
    }, 20);
    this.readyMs.push(Math.round(performance.now() - began));
  }
  signal(name: Deno.Signal): void {
    this.#child?.signal(name);
  }
  /** SIGKILL, at once; resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    await child.end();
    this.history.push(...child.said.splice(0));
    this.#child = null;
  }
  /** SIGTERM; resolves with the exit status and how long it took, ms. */
  async terminate(): Promise<{ code: number; ms: number }> {
    const child = this.#child!;
    const began = performance.now();
    child.signal("SIGTERM");
    const { code } = await child.ended;
    await this.kill();
    return { code, ms: performance.now() - began };
  }
}

export interface World {
  sql: postgres.Sql;
  url: string;
  meta: StandIn;
  products: Product[];
  /** Where requests go: the processes that serve HTTP. */
  bases: string[];
  /** The output of a product's process, for a failed proof. */
  tell(): string;
  close(): Promise<void>;
}
export const ALONE = ["api,worker,channels"];
export const SPLIT = ["api", "api", "worker", "channels"];

/** Further environment of the products: one for all, or a function of the place in the list and the database's address. */
export type Extra = Record<string, string> | ((index: number, databaseUrl: string) => Record<string, string>);

/** A database, the stand-in and product processes, one for each list of roles. */
export async function openWorld(
  roles: readonly string[],
  env: Extra = {},
  appRoot?: string,
): Promise<World> {
  const folder = await Deno.makeTempDir({ prefix: "recado-proof-" });
  const ending: (() => Promise<unknown>)[] = [() => Deno.remove(folder, { recursive: true })];
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await Promise.resolve(end()).catch((error) => console.error(error));
  };
  try {
    const database = await copyDatabase(inject("templateUrl"), "world");
    ending.push(() => database.drop());
    const standIn = new Child("./standin.ts");
    ending.push(() => standIn.end());
    const address = await until("the stand-in says where it is", 20_000, () => standIn.said[0]);
    const meta = new StandIn(address, META_SECRET);
    const products: Product[] = [];
    ending.push(() => Promise.all(products.map((product) => product.kill())));
    for (const [index, role] of roles.entries()) {
      const port = await freePort();
      const product = new Product(`${index}:${role}`, port, {
        PORT: String(port),
        METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, "data"),
        SECRET_KEY: SECRET,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ROLES: role,
        META_APP_ID: META_APP,
        META_APP_SECRET: META_SECRET,
        META_VERIFY_TOKEN: "proof-verify",
        META_GRAPH_URL: meta.url,
        LOG_LEVEL: "warn",
        // One person here makes as many calls as many people do.
        CALL_LIMITS: "reads=1000000,writes=1000000,searches=1000000,exports=1000000,uploads=1000000",
        ...typeof env === "function" ? env(index, database.url) : env,
      }, appRoot ? [appRoot] : []);
      products.push(product);
      await product.start();
    }
    const sql = postgres(database.url, {
      max: 4,
      onnotice: () => {},
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    });
    ending.push(() => sql.end({ timeout: 1 }));
    const tell = () => products.flatMap((one) => [`--- ${one.name}`, ...one.said.slice(-25)]).join("\n");
    const bases = products.filter((one) => one.hasApi).map((one) => one.url);
    return { sql: sql as unknown as postgres.Sql, url: database.url, meta, products, bases, tell, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs one proof in a world of its own, and prints the output of the processes when it fails. */
export async function inWorld(
  roles: readonly string[],
  work: (world: World) => Promise<void>,
  env: Extra = {},
): Promise<void> {
  const world = await openWorld(roles, env);
  try {
    await work(world);
  } catch (error) {
    console.log(world.tell());
    throw error;
  } finally {
    await world.close();
  }
}
