// What a provider of payments is to the rest: it collects an amount, says what became of it, and calls back without being believed.
import type { ErrorCode } from "../../../contract/errors.ts";
import { askOutside, asNoAnswer, jsonOf, type NoAnswer, type Question } from "../../../core/outside/providers.ts";
import type { GatewaySettings } from "./store.ts";

/** What is to be collected. Asked twice with one `ref`, and then with the same words, a provider makes one charge. */
export interface Collect {
  /** Ours, 26 to 35 letters and digits. */
  ref: string;
  cents: number;
  /** When it was asked for first. */
  createdAt: Date;
  /** When the invoice is due. */
  dueDate: Date;
  detail: string;
  payer: { name: string; email: string; document: { kind: "cpf" | "cnpj"; value: string } | null };
  /** Where the payer's browser goes afterwards. */
  backTo: string;
  /** Where the provider calls back. */
  callback: string;
}
/** A charge can be paid for a day. */
export const CHARGE_S = 86_400;
/** What somebody can pay now. */
export interface Collected {
  /** The provider's name of it. */
  remote: string;
  /** The text of a Pix code; empty where there is none. */
  qr: string;
  /** The provider's page; empty where there is none. */
  link: string;
  expiresAt: Date | null;
}
/** A charge as it is known here; `remote` is empty where the provider's answer was lost. */
export interface Known {
  ref: string;
  remote: string;
}
/** What became of a charge. `cents` is what was paid. */
export type Outcome = { state: "open" | "closed" | "refunded" } | { state: "paid"; cents: number };

export interface Callback {
  headers: Headers;
  query: URLSearchParams;
  body: Uint8Array;
}
export interface Provider {
  collect(settings: GatewaySettings, what: Collect): Promise<Collected>;
  /** What became of it, from the provider itself: the only thing that is believed. */
  outcome(settings: GatewaySettings, charge: Known): Promise<Outcome>;
  /** Takes back what nobody has paid. */
  withdraw(settings: GatewaySettings, charge: Known): Promise<void>;
  /** The names, ours or the provider's, of the charges that a callback is about; null where its signature is wrong. */
  told(settings: GatewaySettings, callback: Callback): string[] | null;
  /** Asks whether the settings are right; registers `callback` where the provider has a call for it. */
  test(settings: GatewaySettings, callback: string): Promise<void>;
}

/** A provider did not do what it was asked: its code in the catalogue, and its own words, short. */
export class PaymentRefused extends Error {
  constructor(readonly code: ErrorCode, readonly detail = "", readonly status = 0) {
    super(`${code} ${detail}`);
  }
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;
export type Fields = Record<string, unknown>;
/** A value as an object; empty where it is none. */
export const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as Fields : {};
/** A value as a list of objects. */
export const list = (value: unknown): Fields[] => Array.isArray(value) ? value.map(fields) : [];
/** A value as text; empty where it is none. */
export const textOf = (value: unknown): string => typeof value === "string" ? value : "";

/** Asks a provider once and reads its JSON. Throws PaymentRefused for whatever is no answer of success. */
export async function askPayment(url: string, question: Omit<Question, "timeoutMs" | "maxBytes">): Promise<Fields> {
  const said = await askOutside(url, { ...question, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }).catch((error) => {
    const { reason, detail }: NoAnswer = asNoAnswer(error);
    if (detail === "certificate") throw new PaymentRefused("ERR_PROVIDER_AUTH", detail);
    throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", reason);
  });
  const body = jsonOf(said);
  if (said.status >= 200 && said.status < 300) {
    if (body === undefined && said.bytes.length) throw new PaymentRefused("ERR_PROVIDER_UNREACHABLE", "nonsense");
    return fields(body);
  }
  const code = codes[said.status] ?? (said.status >= 500 ? "ERR_PROVIDER_UNREACHABLE" : "ERR_PROVIDER_REFUSED");
  throw new PaymentRefused(code, excerpt(fields(body), said.status), said.status);
}
const codes: Record<number, ErrorCode> = {
  401: "ERR_PROVIDER_AUTH",
  403: "ERR_PROVIDER_AUTH",
  429: "ERR_PROVIDER_RATE_LIMITED",
};
/** Providers' own words of a refusal, in the forms that they have. */
function excerpt(body: Fields, status: number): string {
  const { type, title, detail, nome, mensagem, error_description, message } = body;
  const words = [type, nome, title, detail, mensagem, error_description, message, fields(body.error).message];
  return [String(status), ...words.map(textOf).filter(Boolean)].join(" ").slice(0, 300);
}
