// Where providers' APIs are, and how services that a company names are asked: within limits of time and size, never at an inner address.
import type { Env } from "../env.ts";
import { log } from "../log.ts";
import { guardedFetch } from "./egress.ts";
import type { ClientCertificate } from "./once.ts";

type Payments = "PIX_URL" | "MERCADOPAGO_URL" | "STRIPE_URL";
type Bots = "OPENAI_BASE_URL" | "AZURE_SPEECH_URL" | "DIALOGFLOW_URL" | "GOOGLE_TOKEN_URL";
type Given = Pick<Env, Bots | Payments | "EGRESS_ALLOW">;
let given: Given = {
  OPENAI_BASE_URL: "https://api.openai.com/v1",
  AZURE_SPEECH_URL: "https://{region}.tts.speech.microsoft.com",
  DIALOGFLOW_URL: "https://dialogflow.googleapis.com",
  GOOGLE_TOKEN_URL: "https://oauth2.googleapis.com/token",
  PIX_URL: "https://pix.api.efipay.com.br",
  MERCADOPAGO_URL: "https://api.mercadopago.com",
  STRIPE_URL: "https://api.stripe.com/v1",
  EGRESS_ALLOW: [],
};
/** Sets once at start where providers are, and which inner hosts may be asked. */
export function setUpProviders(env: Given): void {
  given = env;
}
export const providers = (): Omit<Given, "EGRESS_ALLOW"> => given;

/** Why a service gave no answer that can be used. */
export type Reason =
  | "inner"
  | "unreachable"
  | "timeout"
  | "redirect"
  | "status"
  | "too_large"
  | "nonsense";
export class NoAnswer extends Error {
  constructor(readonly reason: Reason, readonly detail = "", readonly retryAfterS: number | null = null) {
    super(reason);
  }
}
/** Whatever was thrown while an answer was asked for and read: what its reader did not expect is nonsense. */
export function asNoAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  log.error("an answer could not be read", { error });
  return new NoAnswer("nonsense");
}

/** Reaches addresses that a company's admin types: never an inner one, but for those that the operator allows. */
export const asCompanies = (): typeof fetch => guardedFetch({ origins: [], allow: given.EGRESS_ALLOW });

export interface Question {
  method?: "GET" | "POST" | "PUT" | "PATCH";
  headers?: Record<string, string>;
  body?: string | FormData;
  /** For the whole answer. */
  timeoutMs: number;
  maxBytes: number;
  /** Who we are, for servers that ask. */
  certificate?: ClientCertificate;
}
export interface Said {
  status: number;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  retryAfterS: number | null;
}

/** Addresses that the operator's environment names may be inner ones; those that a company types may not. */
const named = () =>
  [
    given.OPENAI_BASE_URL,
    given.AZURE_SPEECH_URL.replace("{region}", "region"),
    given.DIALOGFLOW_URL,
    given.GOOGLE_TOKEN_URL,
    given.PIX_URL,
    given.MERCADOPAGO_URL,
    given.STRIPE_URL,
  ]
    .map((url) => new URL(url).origin);

/** Asks once. Answers whatever came, of any status but a redirect; throws NoAnswer when nothing usable did. */
export async function askOutside(url: string, question: Question): Promise<Said> {
  const { method = "POST", headers, body, timeoutMs, maxBytes, certificate } = question;
  try {
    const ask = guardedFetch({ origins: named(), allow: given.EGRESS_ALLOW, certificate });
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await ask(url, { method, headers, body, redirect: "manual", signal });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new NoAnswer("redirect", String(response.status));
    }
    const wait = Number(response.headers.get("retry-after"));
    return {
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      bytes: await within(response, maxBytes),
      retryAfterS: wait > 0 ? wait : null,
    };
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") throw new NoAnswer("timeout");
    if (error instanceof TypeError && error.message.startsWith("refused")) throw new NoAnswer("inner");
    throw new NoAnswer("unreachable", certificate && isHandshake(error) ? "certificate" : "");
  }
}

/** Who is shown a certificate that it does not like says so in the handshake, or hangs up; one that cannot be read fails before. */
function isHandshake(error: unknown): boolean {
  if (!(error instanceof TypeError)) return true;
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^ERR_(SSL|TLS)|CERT|^ECONNRESET$/.test(code);
}

async function within(response: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the answer.
    if (size > max) throw new NoAnswer("too_large");
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** An answer's text; null where it is no UTF-8. */
export function textOf({ bytes }: Said): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
/** An answer's JSON; undefined where it is none. */
export function jsonOf(said: Said): unknown {
  try {
    return JSON.parse(textOf(said) ?? "");
  } catch {
    return undefined;
  }
}

/** Longer a service's wish to wait is not granted: a customer waits. */
const MAX_WAIT_S = 5;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * Asks, and once more where nothing came back at all, or the service says that it is busy (429, 502 to 504). Throws NoAnswer for any
 * other status than 2xx.
 */
export async function askTwice(url: string, question: Question): Promise<Said> {
  for (let tried = 1;; tried++) {
    const said = await askOutside(url, question).catch((error) => error as NoAnswer);
    const busy = said instanceof NoAnswer ? said.reason === "unreachable" : [429, 502, 503, 504].includes(said.status);
    if (busy && tried === 1) {
      await pause(Math.min(MAX_WAIT_S, said.retryAfterS ?? 1) * 1000);
      continue;
    }
    if (said instanceof NoAnswer) throw said;
    if (said.status < 200 || said.status > 299) throw new NoAnswer("status", `${said.status} ${excerpt(said)}`.trim());
    return said;
  }
}
/** What a service says of its refusal, short. */
function excerpt(said: Said): string {
  const body = jsonOf(said) as { message?: unknown; error?: { message?: unknown } } | undefined;
  const text = body?.error?.message ?? body?.message;
  return typeof text === "string" ? text.slice(0, 200) : "";
}
