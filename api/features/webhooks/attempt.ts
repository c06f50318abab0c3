// One attempt to deliver: signed, once, not followed anywhere, never to an inner address.
import { asCompanies } from "../../core/outside/providers.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { signature } from "../../core/outside/webhook-signature.ts";

export interface Attempted {
  ok: boolean;
  status: number | null;
  answer: string | null;
  /** Why it counts as failed: `inner`, `unreachable`, `timeout`, `redirect`, `status`. */
  error: string | null;
  /** Seconds that the receiver asks for. */
  wished: number | null;
  ms: number;
}
const TIMEOUT_MS = 15_000;
/** Bytes of an answer that are kept. */
const KEPT = 2_000;

export interface Letter {
  url: string;
  /** The same for every attempt. */
  id: string;
  body: string;
  secrets: readonly string[];
}

/** Posts a letter. Never throws. */
export async function attempt(
  { url, id, body, secrets }: Letter,
  at: Date,
  timeoutMs = TIMEOUT_MS,
): Promise<Attempted> {
  const begun = performance.now();
  const seconds = Math.floor(at.getTime() / 1000);
  const failed = (error: string): Attempted => ({
    ...{ ok: false, status: null, answer: null, error, wished: null, ms: performance.now() - begun },
  });
  try {
    const response = await asCompanies()(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "content-type": "application/json",
        "user-agent": "Recado-Webhooks",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": secrets.map((secret) => signature(secret, id, seconds, body)).join(" "),
      },
      body,
    });
    const answer = await beginning(response);
    const { status } = response;
    const ok = status >= 200 && status < 300;
    const wished = Number(response.headers.get("retry-after")) || null;
    const error = ok ? null : status >= 300 && status < 400 ? "redirect" : "status";
    return { ok, status, answer, error, wished, ms: performance.now() - begun };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return failed("timeout");
    return failed(error instanceof TypeError && error.message.startsWith("refused") ? "inner" : "unreachable");
  }
}

/** What was answered, as far as it is kept. A receiver that breaks off amid its answer has answered. */
async function beginning(response: Response): Promise<string> {
  const bytes: number[] = [];
  try {
    for await (const chunk of response.body ?? []) {
      bytes.push(...chunk.subarray(0, KEPT - bytes.length));
      if (bytes.length >= KEPT) break;
    }
  } catch { /* its status came before */ }
  return cleaned(new TextDecoder().decode(new Uint8Array(bytes)));
}
