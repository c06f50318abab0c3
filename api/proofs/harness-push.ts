// A push service as browsers' makers run them, at the network's edge: an HTTP server that takes what is posted to its
// subscriptions, holds each request against RFC 8030 and RFC 8292, and opens the body with the device's own keys (RFC 8291).
// Nothing of the product, nor of the library it encrypts with, is used here.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { until } from "./harness.ts";

export interface PushBody {
  web_push?: number;
  notification?: {
    title: string;
    body: string;
    tag: string;
    navigate: string;
    lang: string;
    app_badge: number;
  };
  app_badge?: number;
  data: { kind: string; uuid: string | null; ticketId: number | null; messageId: number | null; status: string | null };
}
export interface Received {
  body: PushBody;
  /** The decrypted text, and its size, bytes. */
  text: string;
  bytes: number;
  headers: Headers;
  /** performance.now(). */
  at: number;
}

/** A browser's subscription: the part it gives to the product, and the keys it keeps. */
export class Subscription {
  readonly #ecdh: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly #point = this.#ecdh.generateKeys();
  /** Pushes that arrived and could be opened. */
  readonly got: Received[] = [];
  /** Statuses of the next requests; then 201. */
  readonly answers: number[] = [];
  /** Every request, with any answer. */
  requests = 0;
  constructor(readonly endpoint: string) {}

  /** The form of `POST /notifications/devices`. */
  get form(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const keys = { p256dh: this.#point.toString("base64url"), auth: this.#auth.toString("base64url") };
    return { endpoint: this.endpoint, keys };
  }
  /** Opens a body of one record; throws when it was not made for this device. */
  open(bytes: Uint8Array): string {
    const body = Buffer.from(bytes);
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const sender = body.subarray(21, 21 + body[20]!);
    const record = body.subarray(21 + body[20]!);
    if (record.length > recordSize) throw new Error("more than one record");
    const shared = this.#ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#point, sender]);
    const ikm = new Uint8Array(hkdfSync("sha256", shared, this.#auth, info, 32));
    const key = new Uint8Array(hkdfSync("sha256", ikm, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = new Uint8Array(hkdfSync("sha256", ikm, salt, "Content-Encoding: nonce\0", 12));
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("bad padding");
    return padded.subarray(0, end).toString("utf8");
  }
  /** The rings, oldest first. */
  get rings(): Received[] {
    return this.got.filter((one) => one.body.data.kind !== "clear");
  }
  get clears(): Received[] {
    return this.got.filter((one) => one.body.data.kind === "clear");
  }
  /** Waits for a push, among all that arrived, for which this is true. */
  arrives(what: string, look: (one: Received) => boolean, ms = 15_000): Promise<Received> {
    return until(what, ms, () => this.got.find(look));
  }
}

export class PushService {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #all = new Map<string, Subscription>();
  /** Faults of the requests; a proof ends with none. */
  readonly faults: string[] = [];
  /** The key that browsers subscribed with: requests signed by another are refused, as services do. */
  publicKey = "";
  /** Runs before a request is answered; one that throws loses it. */
  before: (device: Subscription | undefined) => Promise<unknown> = () => Promise.resolve();

  constructor() {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => this.#take(request));
  }
  get host(): string {
    return `127.0.0.1:${this.#server.addr.port}`;
  }
  close(): Promise<void> {
    return this.#server.shutdown();
  }
  subscribe(): Subscription {
    const path = `/push/${randomBytes(24).toString("base64url")}`;
    const made = new Subscription(`http://${this.host}${path}`);
    this.#all.set(path, made);
    return made;
  }

  async #take(request: Request): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const device = this.#all.get(new URL(request.url).pathname);
    try {
      await this.before(device);
    } catch {
      return new Response(null, { status: 503 });
    }
    if (!device) return new Response(null, { status: 404 });
    device.requests++;
    const wrong = await this.#wrongWith(request, bytes);
    if (wrong) {
      this.faults.push(wrong);
      return new Response(null, { status: 400 });
    }
    const status = device.answers.shift() ?? 201;
    if (status === 201) {
      const text = device.open(bytes);
      const body = JSON.parse(text) as PushBody;
      const size = new TextEncoder().encode(text).length;
      if (size > 3072) this.faults.push(`${size} bytes`);
      device.got.push({ body, text, bytes: size, headers: request.headers, at: performance.now() });
    }
    return new Response(null, { status });
  }

  async #wrongWith(request: Request, bytes: Uint8Array): Promise<string | null> {
    const { headers } = request;
    if (request.method !== "POST") return `method ${request.method}`;
    if (headers.get("content-encoding") !== "aes128gcm") return "content-encoding";
    if (bytes.length > 4096) return `a body of ${bytes.length} bytes`;
    if (!/^\d+$/.test(headers.get("ttl") ?? "")) return "no TTL";
    if (!/^(very-low|low|normal|high)$/.test(headers.get("urgency") ?? "")) return "urgency";
    const topic = headers.get("topic");
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return `topic ${topic}`;
    return await this.#wrongSignature(headers.get("authorization") ?? "");
  }
  async #wrongSignature(authorization: string): Promise<string | null> {
    const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    if (!token || key !== this.publicKey) return `signed by another: ${authorization.slice(0, 20)}`;
    const [head, claims, signature] = token.split(".") as [string, string, string];
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    const alg = { name: "ECDSA", namedCurve: "P-256" };
    const point = await crypto.subtle.importKey("raw", Buffer.from(key, "base64url"), alg, false, ["verify"]);
    const right = await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      point,
      Buffer.from(signature, "base64url"),
      new TextEncoder().encode(`${head}.${claims}`),
    );
    if (!right || read(head).alg !== "ES256") return "the signature does not fit";
    const { aud, exp, sub } = read(claims) as { aud: string; exp: number; sub: string };
    if (aud !== `http://${this.host}`) return `audience ${aud}`;
    if (exp < Date.now() / 1000 || exp > Date.now() / 1000 + 86_400) return `ends ${exp}`;
    return /^(https:|mailto:)/.test(sub) ? null : `subject ${sub}`;
  }
}
