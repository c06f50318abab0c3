// A model behind an API in OpenAI's form: one answer to a conversation (docs/product/prompts.md#answer).
import { askOutside, askTwice, jsonOf, NoAnswer, providers, type Said } from "../../../core/outside/providers.ts";

export interface Mind {
  model: string;
  /** Empty: OpenAI's. */
  baseUrl: string;
  maxTokens: number;
  temperature: number;
  apiKey: string | undefined;
}
export interface Line {
  role: "system" | "user" | "assistant";
  content: string;
}
export interface Thought {
  text: string;
  /** The answer was cut at its limit. */
  isCut: boolean;
  tokensIn: number;
  tokensOut: number;
}
const LIMITS = { timeoutMs: 30_000, maxBytes: 1024 * 1024 };

/** Without a slash at its end. */
export const baseOf = ({ baseUrl }: Pick<Mind, "baseUrl">) =>
  (baseUrl || providers().OPENAI_BASE_URL).replace(/\/+$/, "");
const headersOf = ({ apiKey }: Pick<Mind, "apiKey">) => ({
  "content-type": "application/json",
  ...apiKey && { authorization: `Bearer ${apiKey}` },
});

interface Completion {
  choices?: { finish_reason?: string; message?: { content?: string | null; refusal?: string | null } }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number };
}
interface Refused {
  error?: { message?: string; code?: string; param?: string };
}

/** Asks the model. Throws NoAnswer; its detail begins with `insufficient_quota` where the account has nothing left. */
export async function think(mind: Mind, lines: readonly Line[]): Promise<Thought> {
  // OpenAI's newer models refuse `max_tokens`; other servers know nothing else.
  const first = mind.baseUrl ? "max_tokens" : "max_completion_tokens";
  let said = await post(mind, lines, first);
  let refused = refusalOf(said);
  if (said.status === 400 && /max_(completion_)?tokens/.test(`${refused.param} ${refused.message}`)) {
    said = await post(mind, lines, first === "max_tokens" ? "max_completion_tokens" : "max_tokens");
    refused = refusalOf(said);
  }
  if (said.status === 400 && refused.code === "context_length_exceeded" && lines.length > 2) {
    const [system, ...rest] = lines;
    said = await post(mind, [system!, ...rest.slice(Math.ceil(rest.length / 2))], first);
    refused = refusalOf(said);
  }
  if (said.status !== 200) {
    throw new NoAnswer(
      "status",
      `${refused.code === "insufficient_quota" ? "insufficient_quota " : ""}${said.status} ${refused.message ?? ""}`
        .trim(),
    );
  }
  const json = jsonOf(said) as Completion | undefined;
  const [choice] = json?.choices ?? [];
  const text = choice?.message?.content;
  if (
    typeof text !== "string" || !text.trim() || choice?.message?.refusal || choice?.finish_reason === "content_filter"
  ) {
    throw new NoAnswer("nonsense", choice?.finish_reason ?? "");
  }
  return {
    text: text.trim(),
    isCut: choice?.finish_reason === "length",
    tokensIn: json?.usage?.prompt_tokens ?? 0,
    tokensOut: json?.usage?.completion_tokens ?? 0,
  };
}

async function post(mind: Mind, messages: readonly Line[], limit: string): Promise<Said> {
  const { model, temperature, maxTokens } = mind;
  const body = JSON.stringify({ model, messages, temperature, [limit]: maxTokens });
  const ask = () => askOutside(`${baseOf(mind)}/chat/completions`, { ...LIMITS, headers: headersOf(mind), body });
  const said = await ask();
  // A repeated call costs again: only where the server was busy and has not thought.
  const busy = said.status === 503 || (said.status === 429 && refusalOf(said).code !== "insufficient_quota");
  if (!busy) return said;
  await new Promise((resolve) => setTimeout(resolve, Math.min(5, said.retryAfterS ?? 1) * 1000));
  return await ask();
}
function refusalOf(said: Said): NonNullable<Refused["error"]> {
  return said.status === 200 ? {} : (jsonOf(said) as Refused | undefined)?.error ?? {};
}

/** The models that an address offers to a key: the cheapest check of both. Throws NoAnswer. */
export async function modelsOf(mind: Pick<Mind, "baseUrl" | "apiKey">): Promise<string[]> {
  const said = await askTwice(`${baseOf(mind)}/models`, {
    ...LIMITS,
    method: "GET",
    headers: headersOf(mind),
    timeoutMs: 10_000,
  });
  const { data } = (jsonOf(said) ?? {}) as { data?: { id?: unknown }[] };
  if (!Array.isArray(data)) throw new NoAnswer("nonsense");
  return data.flatMap(({ id }) => typeof id === "string" ? id : []).sort().slice(0, 500);
}
