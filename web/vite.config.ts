import tailwindcss from "@tailwindcss/vite";
import { join } from "node:path";
import process from "node:process";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { firstWords } from "./words.vite.ts";

/** What every screen needs; the rest of `ui` and `patterns` serves lists and forms. */
const APP =
  /preload-helper|node_modules\/(?!workbox|react-hook-form|@hookform|zod)|web\/core\/(?!zod).*\.tsx?$|api\/(contract|features\/(session|users|queues|connections|settings|tickets|messages|contacts))\/|web\/ui\/(?!colour-field|table|switch)|web\/features\/(tickets\/cache|messages\/(uploads|conversation-call))|web\/patterns\/(confirm|empty|endless|language|offline|picker|search|use-)/;

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}
/** True if a module is loaded together with another one: there is a chain of plain imports. */
function loadedWith(id: string, root: RegExp, graph: Graph, seen = new Set<string>()): boolean {
  if (root.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => loadedWith(importer, root, graph, seen)) ?? false;
}
/** One file for all the inbox shows at once. What it loads on demand stays apart, what features register goes with the start. */
function inbox(id: string, graph: Graph): string | null {
  const own = /web[/](features[/](tickets|messages)|shell[/]inbox)[/]/.test(id);
  const first = own && loadedWith(id, /[/]inbox-screen/, graph) && !loadedWith(id, /web[/]startup/, graph);
  return first ? "inbox" : null;
}

const here = (path: string) => join(import.meta.dirname ?? "", path);
/**
 * Keeps zod out of the first load: contracts get a recorder, screens that check what people type get the real one and a
 * resolver that knows both (`core/schema-recorder.ts`).
 */
const lateZod: Plugin = {
  name: "late-zod",
  enforce: "pre",
  resolveId(source, importer = "") {
    if (/[/]node_modules[/]|core[/]zod/.test(importer)) return;
    if (source === "zod") return here(/[/]api[/]/.test(importer) ? "core/schema-recorder.ts" : "core/zod.ts");
    if (source === "@hookform/resolvers/zod") return here("core/zod-resolver.ts");
  },
};
/** The printing of schemas, 8 kB of zod, and the summaries of calls serve the documentation, not the browser. */
const withoutDocs: Plugin = {
  name: "without-docs",
  transform(code, id) {
    if (/[/]api[/]features[/].*contract\.ts$/.test(id)) {
      return { code: code.replace(/summary:\s*"(?:[^"\\]|\\.)*"/g, 'summary: ""'), map: null };
    }
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1]);
    return { code: names.map((name) => `export const ${name} = () => () => undefined;`).join("\n"), map: null };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The polyfill is an inline script in spirit; every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    // Inlined assets would need `data:` in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few files instead of many: what every screen needs is one, what only forms need another. Screens split by themselves.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: inbox, debugName: "inbox", priority: 2 },
            { name: "app", test: APP, priority: 3 },
            { name: "login", test: /login-screen|auth-frame|password-input/, priority: 4 },
            {
              name: "forms",
              test: /react-hook-form|@hookform|node_modules\/zod|web\/core\/zod|patterns\/form-/,
              priority: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/media", "/chat"].map((path) => [path, process.env.RECADO_API ?? "http://localhost:8080"]),
    ),
  },
  plugins: [
    lateZod,
    withoutDocs,
    firstWords(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "sw.ts",
      injectRegister: false,
      injectManifest: {
        // The shell, the inbox and the languages' shared words; other screens are kept when first used.
        globPatterns: [
          "index.html",
          "theme.js",
          "assets/{index,app,inbox,uploads,rolldown}*.{js,css}",
          "assets/words-*.json",
          "icons/icon.svg",
        ],
        maximumFileSizeToCacheInBytes: 1_500_000,
      },
      manifest: {
        id: "/",
        name: "Recado",
        short_name: "Recado",
        lang: "pt-BR",
        start_url: "/tickets",
        scope: "/",
        display: "standalone",
        background_color: "#f3f4f6",
        theme_color: "#f3f4f6",
        categories: ["business", "productivity"],
        icons: [
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
        shortcuts: [{ name: "Atendimentos", url: "/tickets" }],
      },
    }),
  ],
});
