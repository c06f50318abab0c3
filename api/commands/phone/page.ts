// The page a phone meets before it trusts this computer: plain HTTP, because HTTPS is what it is about to learn. It hands out
// the authority's certificate (public by nature) and the address of the product; nothing else.
import { type Words, words } from "./words.ts";

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f4f6;--card:#fff;--fg:#1c2025;--muted:#5b6470;--line:#d9dde3;--go:#1f5fd0;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#15181c;--card:#1d2126;--fg:#e8eaed;--muted:#a3acb8;--line:#333a42;--go:#7fb0ff;--on:#10151c}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/24px system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:24px 16px 48px}h1{font-size:24px;line-height:32px;margin:8px 0}h2{font-size:16px;margin:0 0 8px}
p,li{color:var(--muted)}section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin-top:16px}
a.go{display:block;min-height:48px;padding:12px 16px;border-radius:8px;background:var(--go);color:var(--on);text-align:center;text-decoration:none;font-weight:600}
ol{padding-left:20px;margin:12px 0 0}li+li{margin-top:8px}summary{color:var(--muted);min-height:44px;padding-top:10px;cursor:pointer}
`;
const digest = async (text: string) =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))));

function language(header: string | null): keyof typeof words {
  for (const wanted of (header ?? "").toLowerCase().split(",")) {
    const code = wanted.trim().slice(0, 2);
    if (code in words) return code as keyof typeof words;
  }
  return "pt";
}
const list = (lines: string[]) => `<ol>${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;

function page(say: Words, lang: string, address: string, iphone: boolean): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${say.title}</title><style>${STYLE}</style></head><body><main><h1>${say.title}</h1><p>${say.why}</p>
<section><h2>${say.trust}</h2><a class="go" href="/recado.crt">${say.download}</a>${
    list(iphone ? say.iphone : say.android)
  }
<details><summary>${say.other}</summary>${list(iphone ? say.android : say.iphone)}</details></section>
<section><h2>${say.open}</h2><a class="go" href="${address}">${
    address.replace("https://", "")
  }</a><p>${say.install}</p></section></main></body></html>`;
}

/** Serves the first steps on a port of its own. `address` is where the product answers, `authority` a PEM file. */
export async function serveSteps(port: number, address: string, authority: string): Promise<void> {
  const certificate = await Deno.readTextFile(authority);
  const headers = {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${await digest(
      STYLE,
    )}'; frame-ancestors 'none'; base-uri 'none'`,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  Deno.serve({ port, hostname: "0.0.0.0", onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/recado.crt") {
      return new Response(certificate, {
        headers: {
          ...headers,
          "content-type": "application/x-x509-ca-cert",
          "content-disposition": 'attachment; filename="recado.crt"',
        },
      });
    }
    if (pathname !== "/") return new Response(null, { status: 404, headers });
    const lang = language(request.headers.get("accept-language"));
    const iphone = /iPhone|iPad|Macintosh/.test(request.headers.get("user-agent") ?? "");
    return new Response(page(words[lang], lang, address, iphone), {
      headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    });
  });
}
