// The one client of Meta's Graph API. Every call ends in a value of its schema or in a ChannelError.
// It must not retry: the host does, and repeats a send only after it has looked for our key in echoes and statuses.
import { z } from "zod";
import { ChannelError, type Surroundings } from "../sdk/mod.ts";
import { detailOf, errorOf, type Explain, retryAfterMs, type Verdict, verdicts } from "./errors.ts";
import { odd } from "./tolerant.ts";

/** Environment of all Meta channels. */
export const metaEnv = [
  "META_APP_ID",
  "META_APP_SECRET",
  "META_VERIFY_TOKEN",
  "META_GRAPH_URL",
  "META_GRAPH_VERSION",
] as const;
/** How long an answer may take, ms. */
const TIMEOUT_MS = 30_000;
/** How long a whole file may take to come, ms. */
const DOWNLOAD_MS = 300_000;
/** The slowest upload the client waits for, bytes per ms: 2 Mbit/s. Large documents need more than the plain time. */
const SLOWEST_UPLOAD = 250;
/** Codes by which Graph says that it does not know whether it acted. */
const UNSURE_CODES: readonly number[] = [1, 131000];

const Fault = z.object({
  error: z.object({
    code: odd(z.coerce.number()),
    error_subcode: odd(z.coerce.number()),
    message: odd(z.string()),
    is_transient: odd(z.boolean()),
    error_data: odd(z.object({ details: odd(z.string()) })),
  }),
});

export interface GraphCall {
  method?: "GET" | "POST";
  /** Below the version, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  json?: Record<string, unknown>;
  form?: FormData;
  /** Bytes of the form's file. */
  bytes?: number;
  /** True for calls that a customer sees: a lost answer is then `maybeSent`. */
  sends?: boolean;
}
export interface GraphOptions {
  token?: string;
  explain: Explain;
  /** Ends calls under way. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Deno's fetch names the stage at which it failed, node's the code; before a connection existed nothing can have been sent. */
function neverConnected(error: unknown): boolean {
  const said = [error, error instanceof Error ? error.cause : undefined].map((one) =>
    one instanceof Error ? `${one.message} ${"code" in one ? one.code : ""}` : ""
  );
  return /\(Connect\)|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(said.join(" "));
}

export class Graph {
  readonly #base: string;
  constructor(private readonly around: Surroundings, private readonly options: GraphOptions) {
    const { META_GRAPH_URL, META_GRAPH_VERSION } = around.env;
    this.#base = `${(META_GRAPH_URL || "https://graph.facebook.com").replace(/\/+$/, "")}/${
      META_GRAPH_VERSION || "v25.0"
    }`;
  }

  /** Makes one call. Throws ChannelError. */
  async call<T>(schema: z.ZodType<T>, call: GraphCall): Promise<T> {
    const maybeSent = call.sends === true;
    const url = new URL(`${this.#base}/${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const headers: Record<string, string> = call.json ? { "content-type": "application/json" } : {};
    const timeoutMs = (this.options.timeoutMs ?? TIMEOUT_MS) + (call.bytes ?? 0) / SLOWEST_UPLOAD;
    const response = await this.#fetch(url, {
      method: call.method ?? "GET",
      headers,
      body: call.json ? JSON.stringify(call.json) : call.form,
    }, { maybeSent, timeoutMs, authorized: true });
    const text = await response.text().catch(() => null);
    if (text === null) throw errorOf(verdicts.transient, "answer cut off", { maybeSent });
    const answer = readJson(text);
    const fault = Fault.safeParse(answer);
    if (!response.ok || fault.success) throw this.#refusal(response, fault.data, maybeSent);
    const value = schema.safeParse(answer);
    if (!value.success) throw errorOf(verdicts.transient, "answer not understood", { maybeSent });
    return value.data;
  }

  /**
   * Opens a file: with the token at the Graph API's own addresses, without it elsewhere.
   * Throws ChannelError; `rejected` when the address has expired.
   */
  async download(url: string, authorized: boolean): Promise<{ mimeType: string; body: ReadableStream<Uint8Array> }> {
    if (!/^https?:\/\//.test(url)) throw errorOf(verdicts.media, "not an address");
    const response = await this.#fetch(new URL(url), {}, { maybeSent: false, timeoutMs: DOWNLOAD_MS, authorized });
    if (response.ok && response.body) {
      return { mimeType: response.headers.get("content-type") ?? "application/octet-stream", body: response.body };
    }
    await response.body?.cancel();
    const lasting = response.status < 500 && response.status !== 429;
    throw lasting ? errorOf(verdicts.media, `status ${response.status}`) : this.#refusal(response, undefined, false);
  }

  async #fetch(
    url: URL,
    init: RequestInit,
    { maybeSent, timeoutMs, authorized }: { maybeSent: boolean; timeoutMs: number; authorized: boolean },
  ): Promise<Response> {
    const { token, signal: closed } = this.options;
    const headers = new Headers(init.headers);
    if (authorized && token) headers.set("authorization", `Bearer ${token}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await this.around.fetch(url, {
        ...init,
        headers,
        signal: closed ? AbortSignal.any([timeout, closed]) : timeout,
      });
    } catch (error) {
      if (error instanceof ChannelError) throw error;
      const unsure = maybeSent && !neverConnected(error);
      if (closed?.aborted) {
        throw new ChannelError("not-connected", {
          reason: "ERR_WAPP_NOT_INITIALIZED",
          detail: "closed",
          maybeSent: unsure,
        });
      }
      const detail = timeout.aborted ? "no answer in time" : unsure ? "connection lost" : "no connection";
      throw errorOf(verdicts.transient, detail, { maybeSent: unsure });
    }
  }

  #refusal(response: Response, fault: z.infer<typeof Fault> | undefined, sends: boolean): ChannelError {
    const { code, error_subcode, message, is_transient, error_data } = fault?.error ?? {};
    const known = code === undefined ? undefined : this.options.explain(code, error_subcode);
    const verdict = known ?? (is_transient ? verdicts.transient : byStatus(response.status));
    const unsure = response.status >= 500 && (code === undefined || UNSURE_CODES.includes(code));
    const waitMs = retryAfterMs(response.headers.get("retry-after"), this.around.clock.now());
    const detail = detailOf(code ?? `status ${response.status}`, error_subcode, error_data?.details ?? message);
    return errorOf(verdict, detail, { waitMs, maybeSent: sends && unsure });
  }
}

function byStatus(status: number): Verdict {
  if (status === 401) return verdicts.auth;
  if (status === 429) return verdicts.appLimit;
  return status >= 500 || status < 400 ? verdicts.transient : verdicts.refused;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
