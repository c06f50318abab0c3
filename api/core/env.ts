// The environment, read once and checked: the only file that touches Deno.env.
import { z } from "zod";
import { CALLS_PER_MINUTE } from "../contract/limits.ts";
import { isKey, WHAT_IT_MUST_BE } from "./secrets/secret.ts";

const url = z.url();
const optional = z.string().optional().transform((v) => v || undefined);
/** Where a provider's API is. Keys go with every call: over HTTPS, or to a stand-in on this computer. */
const provider = (address: string) =>
  z.string().refine(isProvider, "it must be an https:// address, or one of this computer").default(address)
    .transform((text) => text.replace(/\/+$/, ""));
const list = z.string().optional().default("").transform((v) => v.split(",").map((s) => s.trim()).filter(Boolean));

/** `reads=2000,uploads=30`: calls of a class that one person may make in a minute; what is not named has its default. */
const callLimits = list.transform((pairs, ctx) => {
  const limits: Record<keyof typeof CALLS_PER_MINUTE, number> = { ...CALLS_PER_MINUTE };
  for (const pair of pairs) {
    const [, name = "", most = ""] = /^(\w+)=([1-9]\d{0,6})$/.exec(pair) ?? [];
    if (Object.hasOwn(limits, name)) limits[name as keyof typeof limits] = Number(most);
    else ctx.addIssue({ code: "custom", message: `${pair} is no class with its calls in a minute` });
  }
  return limits;
});

/** `127.0.0.1:9464`, or `off`. */
const address = z.string().transform((text, ctx) => {
  if (text === "off") return null;
  const [, hostname, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (hostname && Number(port) <= 65_535) return { hostname: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
  ctx.addIssue({ code: "custom", message: "it must be host:port, or off" });
  return z.NEVER;
});

export const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: optional,
  DATA_DIR: z.string().default("./data"),
  PUBLIC_URL: url.optional(),
  METRICS_LISTEN: address.default({ hostname: "127.0.0.1", port: 9464 }),
  TRUSTED_PROXIES: list,
  TLS_CERT: optional,
  TLS_KEY: optional,
  SECRET_KEY: z.string().refine(isKey, WHAT_IT_MUST_BE).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(16).optional(),
  ADMIN_EMAIL: z.email().default("admin@recado.local"),
  ADMIN_PASSWORD: z.string().min(5).max(50).optional(),
  ROLES: z.string().default("api,worker,channels").transform((v) => v.split(",").map((s) => s.trim())).pipe(
    z.array(z.enum(["api", "worker", "channels"])).min(1),
  ),
  META_APP_ID: optional,
  META_APP_SECRET: optional,
  META_VERIFY_TOKEN: optional,
  META_GRAPH_URL: url.default("https://graph.facebook.com"),
  META_GRAPH_VERSION: z.string().regex(/^v\d+\.\d+$/).default("v25.0"),
  META_LOGIN_URL: url.default("https://www.facebook.com/dialog/oauth"),
  WHATSAPP_SOCKET_URL: z.url({ protocol: /^wss?$/, error: "it must begin with ws:// or wss://" }).optional(),
  WHATSAPP_ROOT_KEY: z.string().regex(/^[0-9a-f]{64}$/i, "it must be 64 hex digits").optional(),
  OPENAI_BASE_URL: provider("https://api.openai.com/v1"),
  AZURE_SPEECH_URL: provider("https://{region}.tts.speech.microsoft.com"),
  DIALOGFLOW_URL: provider("https://dialogflow.googleapis.com"),
  GOOGLE_TOKEN_URL: provider("https://oauth2.googleapis.com/token"),
  PIX_URL: provider("https://pix.api.efipay.com.br"),
  MERCADOPAGO_URL: provider("https://api.mercadopago.com"),
  STRIPE_URL: provider("https://api.stripe.com/v1"),
  EGRESS_ALLOW: list,
  CALL_LIMITS: callLimits,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  LOG_FORMAT: z.enum(["pretty", "json"]).optional(),
}).superRefine((env, ctx) => {
  // Half of the pair would quietly serve plain HTTP.
  for (const [given, missing] of [["TLS_CERT", "TLS_KEY"], ["TLS_KEY", "TLS_CERT"]] as const) {
    if (env[given] && !env[missing]) ctx.addIssue({ code: "custom", path: [missing], message: `${given} needs it` });
  }
  // Another root makes anybody WhatsApp: never over a network.
  if (env.WHATSAPP_ROOT_KEY && !(env.WHATSAPP_SOCKET_URL && isLoopback(env.WHATSAPP_SOCKET_URL))) {
    const message = "it is accepted only while WHATSAPP_SOCKET_URL names this computer";
    ctx.addIssue({ code: "custom", path: ["WHATSAPP_ROOT_KEY"], message });
  }
});
export type Env = z.infer<typeof Env> & { SECRET_KEY: string; PUBLIC_URL: string };

/** A base that calls are appended to; `{region}` in it is what a voice names. */
function isProvider(address: string): boolean {
  const url = URL.parse(address.replace("{region}", "region"));
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.href));
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Reads and checks the environment. Throws an Error with one sentence that names the variable. */
export function readEnv(source: Record<string, string> = Deno.env.toObject()): z.infer<typeof Env> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`The environment variable ${issue?.path.join(".")} is not usable: ${issue?.message}.`);
}

/** Where libraries of this process put things aside. */
export function setTemporaryFolder(path: string): void {
  for (const name of ["TMPDIR", "TMP", "TEMP"]) Deno.env.set(name, path);
}
