// GET /api/docs: the OpenAPI document as a page, by Swagger UI from this server; nothing of it comes from elsewhere.
import type { Hono } from "hono";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../node_modules/swagger-ui-dist", import.meta.url));
const files: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};
/**
 * The page's own policy. The library writes its own markup as text, which is let through under the name `default`: nothing on this page
 * is a customer's, and no script comes from anywhere but here.
 */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types recado default dompurify";

const START = `trustedTypes?.createPolicy("default", { createHTML: (text) => text });
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#docs",
  docExpansion: "none",
  filter: true,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: false,
  validatorUrl: null,
});
`;
const PAGE =
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recado API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="docs"></div><noscript><p>The document itself: <a href="/api/openapi.json">/api/openapi.json</a></p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

/** Mounts the page and what it loads. */
// deno-lint-ignore no-explicit-any -- whatever the application keeps with a request
export function mountDocs(http: Hono<any>): void {
  http.get("/api/docs", (c) => c.html(PAGE, 200, { "content-security-policy": CSP }));
  http.get("/api/docs/start.js", (c) => c.body(START, 200, { "content-type": "text/javascript; charset=utf-8" }));
  for (const [name, type] of Object.entries(files)) {
    http.get(`/api/docs/${name}`, async (c) => {
      const bytes = await Deno.readFile(join(FOLDER, name));
      return c.body(bytes, 200, { "content-type": type, "cache-control": "public, max-age=86400" });
    });
  }
}
