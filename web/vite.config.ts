import tailwindcss from "@tailwindcss/vite";
import { join } from "node:path";
import process from "node:process";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { chunks } from "./chunks.vite.ts";
import { emojiFiles } from "./emoji.vite.ts";
import { ownIcons } from "./icons.vite.ts";
import { slimContract } from "./contract.vite.ts";
import { firstWords } from "./words.vite.ts";

/** What the app starts with and the inbox shows at once; signing in; what follows at once, each a file of its own. */
const starts = [
  { name: "index", roots: /[/]web[/](index\.html|screens[/]inbox[/]inbox-screen\.tsx)$/ },
  { name: "login", roots: /[/]login-screen\.tsx$/ },
  { name: "live", roots: /[/]core[/](events[/]stream|device[/](fill|keeper))\.ts$/ },
  {
    name: "later",
    roots: /[/]web[/](later|screens[/]inbox[/]alerts[/]alerts|features[/]messages[/]now-playing)\.tsx?$/,
  },
];
/** What people open now and then. Somebody who is not signed in, or has to pay, may see one screen and no other. */
const small = [
  {
    name: "small-screens",
    roots: /[/]web[/](screens|features[/](?!session|billing)[\w-]+)[/].*-screen\.tsx$/,
    most: 16_000,
  },
  { name: "small-dialogs", roots: /-(dialog|sheet|card|form|bar|chips)\.tsx$/, most: 16_000 },
];
const files = chunks(starts, { name: "forms", test: /[/]node_modules[/](react-hook-form|zod)[/]/ }, small);

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
      treeshake: {
        manualPureFunctions: ["z"],
        // What forms are checked with does nothing by itself: where a contract's checks were left out, their rules go too.
        moduleSideEffects: [{ test: /[/]api[/]contract[/](rules|programs)[/]/, sideEffects: false }],
      },
      output: {
        // Few files instead of many. Screens split by themselves.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: files.nameOf, debugName: "files" }],
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
    files.plugin,
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
          "early.js",
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
