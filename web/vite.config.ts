import tailwindcss from "@tailwindcss/vite";
import { join } from "node:path";
import process from "node:process";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { emojiFiles } from "./emoji.vite.ts";
import { ownIcons } from "./icons.vite.ts";
import { slimContract } from "./contract.vite.ts";
import { firstWords } from "./words.vite.ts";

/** What every screen needs; the rest of `ui` and `patterns` serves lists and forms. */
const SHARED =
  /preload-helper|node_modules\/(?!workbox|react-hook-form|@hookform|zod|uqr|mediabunny|frimousse|cmdk)|web\/core\/(?!answers\/zod).*\.tsx?$|api\/(contract|features\/[\w-]+)\/|web\/ui\/(?!colour-field|table|switch)|web\/features\/(drafts\/sync|install\/(offer|rule|way)|tickets\/(cache|commands|device|pending\.|actions\/[\w-]+\.ts$|list\/state\/(membership|message-hits|shown-rows|state))|messages\/(commands|device|uploads|conversation-call|composer\/(state|voice\/kept))|keyboard\/listen|notifications\/(choice|may-ask|platform|rules|silence|state))|web\/(shell\/version\/version|screens\/inbox\/panel-atom)|web\/patterns\/(confirm|copy|language|offline\/|use-|forms\/picker|lists\/(empty|endless|pull-sign|search|use-))/;

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
/** What the app starts with and the inbox shows at once is one file: files that import each other in circles do not start. */
const FIRST = /web[/](main|startup|screens[/]inbox[/]inbox-screen)|[/]login-screen/;
const LATER = /web[/](later|screens[/]inbox[/]alerts[/]alerts|features[/]messages[/]now-playing)\.tsx?/;
const SIGN_IN = /login-screen|auth-frame|password-input/;

/** Three files: what comes with the first screen, what follows it at once, and what several of the others need. */
function common(id: string, graph: Graph): string | null {
  if (loadedWith(id, FIRST, graph)) return "app";
  if (loadedWith(id, LATER, graph)) return "later";
  return SHARED.test(id) ? "more" : null;
}

const here = (path: string) => join(import.meta.dirname ?? "", path);
/**
 * Keeps zod out of the first load: contracts get a recorder, screens that check what people type get the real one and a
 * resolver that knows both (`core/answers/schema-recorder.ts`).
 */
const lateZod: Plugin = {
  name: "late-zod",
  enforce: "pre",
  resolveId(source, importer = "") {
    if (/[/]node_modules[/]|core[/](answers[/])?zod/.test(importer)) return;
    if (source === "zod") {
      return here(/[/]api[/]/.test(importer) ? "core/answers/schema-recorder.ts" : "core/answers/zod.ts");
    }
    if (source === "@hookform/resolvers/zod") return here("core/answers/zod-resolver.ts");
  },
};
/** The printing of schemas, 8 kB of zod, serves the documentation, not the browser. */
const withoutDocs: Plugin = {
  name: "without-docs",
  transform(code, id) {
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
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // Few files instead of many: what every screen needs is one, what only forms need another. Screens split by themselves.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "live", test: /core\/(events\/stream|device\/(fill|fold|keeper))|eventsource-parser/, priority: 5 },
            { name: "version", test: /shell\/version\/version(-worker)?\.ts|core\/page\/own-scripts/, priority: 5 },
            { name: common, debugName: "common", priority: 3 },
            { name: "login", test: SIGN_IN, priority: 4 },
            {
              name: "forms",
              test: /react-hook-form|@hookform|node_modules\/zod|web\/core\/answers\/zod|patterns\/forms\/form-/,
              priority: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/media", "/chat", "/brand", "/manifest.webmanifest"].map((
        path,
      ) => [path, process.env.RECADO_API ?? "http://localhost:8080"]),
    ),
  },
  plugins: [
    ownIcons(),
    emojiFiles(),
    lateZod,
    slimContract(),
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
        globPatterns: [
          "index.html",
          "theme.js",
          // Every screen and language: what is not here does not open without a network.
          "assets/*.{js,css,json}",
          "icons/icon.svg",
        ],
        maximumFileSizeToCacheInBytes: 1_500_000,
      },
      // The API makes it, from the platform's own name, colours and icons.
      manifest: false,
    }),
  ],
});
