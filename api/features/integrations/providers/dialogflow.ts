// DialogFlow ES: one question in words, by a service account (JWT, RS256).
import { askOutside, askTwice, jsonOf, NoAnswer, providers } from "../../../core/outside/providers.ts";
import type { ServiceAccount } from "../secrets.ts";
import { type Action, type Answer, type Heard, MAX_PARTS, type Part, type Settings } from "./turn.ts";
import { readAction } from "./webhook.ts";

const LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };
/** Characters of a question. */
const MAX_QUESTION = 256;

/** Asks the agent. A file without words is answered with the integration's unknown text. Throws NoAnswer. */
export async function askDialogflow(
  settings: Settings,
  account: ServiceAccount | undefined,
  heard: Heard,
): Promise<Answer> {
  if (!account) throw new NoAnswer("status", "401");
  const question = cut(heard.text.trim());
  if (!question) return answer(settings.unknownMessage.trim() ? [{ text: settings.unknownMessage }] : []);
  const token = await tokenOf(account);
  const { DIALOGFLOW_URL } = providers();
  const url = `${DIALOGFLOW_URL}/v2/projects/${
    encodeURIComponent(settings.projectName)
  }/agent/sessions/${heard.ticket.uuid}:detectIntent`;
  const said = await askTwice(url, {
    ...LIMITS,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      queryInput: { text: { text: question, languageCode: settings.language } },
      queryParams: { timeZone: heard.timezone, payload: { ticketId: String(heard.ticket.id) } },
    }),
  });
  const json = jsonOf(said) as { queryResult?: QueryResult } | undefined;
  if (typeof json?.queryResult !== "object") throw new NoAnswer("nonsense");
  return read(json.queryResult, settings);
}

/** At most 256 characters, cut at a word. */
function cut(text: string): string {
  if (text.length <= MAX_QUESTION) return text;
  const short = text.slice(0, MAX_QUESTION);
  return short.slice(0, short.lastIndexOf(" ") > 100 ? short.lastIndexOf(" ") : MAX_QUESTION);
}

interface QueryResult {
  fulfillmentText?: string;
  fulfillmentMessages?: {
    platform?: string;
    text?: { text?: string[] };
    quickReplies?: { title?: string; quickReplies?: string[] };
    image?: { imageUri?: string; accessibilityText?: string };
    card?: { title?: string; subtitle?: string; imageUri?: string };
    payload?: Record<string, unknown>;
  }[];
  intent?: { isFallback?: boolean; endInteraction?: boolean };
}

export function read(result: QueryResult, settings: Pick<Settings, "unknownMessage">): Answer {
  const own = (result.fulfillmentMessages ?? []).filter(({ platform }) =>
    !platform || platform === "PLATFORM_UNSPECIFIED"
  );
  const text = (value: string | undefined): Part[] => value?.trim() ? [{ text: value.trim() }] : [];
  const parts = own.flatMap((message): Part[] => {
    const { image, card, quickReplies } = message;
    if (message.text) return text(message.text.text?.[0]);
    if (quickReplies) {
      return text([quickReplies.title ?? "", ...(quickReplies.quickReplies ?? []).map((one) => `- ${one}`)].join("\n"));
    }
    if (image?.imageUri) {
      return [{ file: { url: image.imageUri }, ...image.accessibilityText && { text: image.accessibilityText } }];
    }
    if (!card) return [];
    const words = [card.title, card.subtitle].filter(Boolean).join("\n");
    return card.imageUri ? [{ file: { url: card.imageUri }, ...words && { text: words } }] : text(words);
  });
  const actions = own.flatMap(({ payload }): Action[] => {
    if (!payload) return [];
    if (payload.stopBot === true) return [{ type: "stopBot" }];
    return payload.type ? readAction(payload) : payload.queueId ? readAction({ ...payload, type: "transfer" }) : [];
  });
  const said = parts.length ? parts : text(result.fulfillmentText);
  const silent = !said.length && !actions.length && settings.unknownMessage.trim();
  return {
    ...answer(silent ? [{ text: settings.unknownMessage }] : said),
    actions,
    over: result.intent?.endInteraction === true,
  };
}
const answer = (parts: Part[]): Answer => ({
  parts: parts.slice(0, MAX_PARTS),
  actions: [],
  place: { externalId: null, expects: null },
  over: false,
});

/** Tokens by the key they are of, until a minute before their end. */
const tokens = new Map<string, { token: string; until: number }>();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");

async function tokenOf(account: ServiceAccount): Promise<string> {
  const { GOOGLE_TOKEN_URL } = providers();
  const known = tokens.get(`${GOOGLE_TOKEN_URL}:${account.private_key}`);
  if (known && known.until > Date.now()) return known.token;
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: await assertion(account, GOOGLE_TOKEN_URL),
  });
  const said = await askOutside(GOOGLE_TOKEN_URL, {
    ...LIMITS,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  const json = jsonOf(said) as { access_token?: string; expires_in?: number; error_description?: string } | undefined;
  if (said.status !== 200 || !json?.access_token) {
    throw new NoAnswer("status", `${said.status} ${json?.error_description ?? ""}`.trim());
  }
  if (tokens.size > 500) tokens.clear();
  tokens.set(`${GOOGLE_TOKEN_URL}:${account.private_key}`, {
    token: json.access_token,
    until: Date.now() + ((json.expires_in ?? 3600) - 60) * 1000,
  });
  return json.access_token;
}

async function assertion(account: ServiceAccount, audience: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: "RS256", typ: "JWT", ...account.private_key_id && { kid: account.private_key_id } };
  const claims = {
    iss: account.client_email,
    scope: "https://www.googleapis.com/auth/cloud-platform",
    aud: audience,
    iat: now,
    exp: now + 3600,
  };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  const der = Buffer.from(account.private_key.replace(/-----[^-]+-----|\s/g, ""), "base64");
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]).catch(() => {
    throw new NoAnswer("status", "private_key");
  });
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}
