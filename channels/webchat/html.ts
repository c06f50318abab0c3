// The page's document and its parts, read once. Nothing is inline: the policy allows scripts and styles of this server only.
import { refuse } from "./answers.ts";
import { config } from "./manifest.ts";
import type { PageHost } from "../sdk/mod.ts";

const languages = ["pt", "en", "es", "tr"] as const;
const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
const parts: Record<string, string> = {
  "icon.svg": "icon.svg",
  ...Object.fromEntries(
    [
      "page.css",
      "talk.css",
      "page.js",
      "api.js",
      "bubble.js",
      "dom.js",
      "forms.js",
      "frame.js",
      "live.js",
      "outbox.js",
      "thread.js",
      "words.js",
    ]
      .map((name) => [name, `page/${name}`]),
  ),
};

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
}
const kept = new Map<string, Promise<Kept>>();
async function make(body: Uint8Array<ArrayBuffer>): Promise<Kept> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return { body, etag: `"${hash.toHex().slice(0, 24)}"` };
}
function loadOnce(name: string, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Kept> {
  const made = kept.get(name) ?? read().then(make);
  kept.set(name, made);
  made.catch(() => kept.delete(name));
  return made;
}
const readPart = (path: string) => loadOnce(path, () => Deno.readFile(new URL(path, import.meta.url)));

/** Browsers ask again on each visit and get a 304, so that an update of the product reaches every page at once. */
async function answer(request: Request, file: Promise<Kept>, type: string, extra: Record<string, string> = {}) {
  const { body, etag } = await file;
  const headers = { "content-type": type, etag, "cache-control": "no-cache", ...extra };
  const same = request.headers.get("if-none-match")?.includes(etag);
  return same ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** A script, style or picture of the page. */
export async function asset(request: Request, name: string): Promise<Response> {
  const path = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!path) return refuse("ERR_NO_ROUTE_FOUND");
  return await answer(request, readPart(path), types[name.split(".").pop() ?? ""] ?? "text/plain");
}
/** The script that other sites load; browsers must let those sites read it. */
export async function embedScript(request: Request): Promise<Response> {
  return await answer(request, readPart("page/embed.js"), types.js ?? "", {
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600",
  });
}

async function readTexts(language: string): Promise<Record<string, string>> {
  return JSON.parse(await Deno.readTextFile(new URL(`locales/${language}.json`, import.meta.url))).page;
}
/** The page's words in one language. */
export async function texts(request: Request, name: string): Promise<Response> {
  const language = languages.find((one) => `${one}.json` === name) ?? refuse("ERR_NO_ROUTE_FOUND");
  const file = loadOnce(
    `texts-${language}`,
    async () => new TextEncoder().encode(JSON.stringify(await readTexts(language))),
  );
  return await answer(request, file, "application/json");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
function policy(ancestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...ancestors].join(" ")}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
}
function document(head: string, body: string, language = "pt"): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    ${head}
  </head>
  <body>${body}</body>
</html>
`;
}
function html(text: string, ancestors: readonly string[], status = 200): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(ancestors),
      "cache-control": "no-store",
    },
  });
}

/** The visitor's page of one connection. */
export function page(host: PageHost, path: string): Response {
  const { title = host.name, greeting, color, allowedOrigins } = config.partial().safeParse(host.config).data ?? {};
  const settings = JSON.stringify({ path, title, greeting, color });
  const head = `<title>${escaped(title)}</title>
    <meta name="recado" content="${escaped(settings)}">
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#191e25" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="${path}/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${path}/page.css">
    <link rel="stylesheet" href="${path}/talk.css">
    <link rel="modulepreload" href="${path}/thread.js">
    <link rel="modulepreload" href="${path}/outbox.js">
    <script type="module" src="${path}/page.js"></script>`;
  return html(document(head, `<div id="chat"></div>`), allowedOrigins ?? []);
}

/** The page for an address that leads nowhere, in the reader's language. */
export async function gonePage(request: Request): Promise<Response> {
  const wanted = (request.headers.get("accept-language") ?? "").slice(0, 2).toLowerCase();
  const language = languages.find((one) => one === wanted) ?? "pt";
  const { gone = "" } = await readTexts(language);
  return html(document(`<title>${escaped(gone)}</title>`, `<p>${escaped(gone)}</p>`, language), [], 404);
}
