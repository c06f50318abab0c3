// What shell, signing in, inbox and sharing (which works without network from the first time
// on) say, as one JSON file per language: the first screen asks for it once, and it is data, not script.
import { FIRST_WORDS } from "./core/words/i18n/first.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const languages = ["pt", "en", "es", "tr"];
const folders = {
  core: "core/words/i18n",
  ...Object.fromEntries(FIRST_WORDS.map((feature) => [feature, `features/${feature}/i18n`])),
};
const ID = "virtual:first-words";

/** Makes `virtual:first-words`, the address of each language's file; the page has the addresses too, for `early.js`. */
export function firstWords(): Plugin {
  const root = import.meta.dirname ?? "";
  const read = (folder: string, lng: string) =>
    JSON.parse(readFileSync(join(root, folder, `${lng}.json`), "utf8")) as { title?: string; short?: string };
  /** What menu and palette call the screens: the `title` and `short` of every feature's own words. */
  const screens = (lng: string) =>
    Object.fromEntries(
      readdirSync(join(root, "features")).flatMap((feature) => {
        const folder = `features/${feature}/i18n`;
        const { title, short } = existsSync(join(root, folder)) ? read(folder, lng) : {};
        return title ? [[feature, { title, short }]] : [];
      }),
    );
  const words = (lng: string) =>
    JSON.stringify({
      ...Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, read(folder, lng)])),
      screens: screens(lng),
    });
  let serving = false;
  return {
    name: "first-words",
    configResolved(config) {
      serving = config.command === "serve";
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const lng = /^\/first-words\/(\w\w)\.json$/.exec(request.url ?? "")?.[1];
        if (!lng || !languages.includes(lng)) return next();
        response.setHeader("content-type", "application/json");
        response.end(words(lng));
      });
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const built = Object.values(bundle ?? {});
        const address = (lng: string) => {
          const asset = built.find((one) => one.type === "asset" && one.names.includes(`words-${lng}.json`));
          return asset ? `/${asset.fileName}` : `/first-words/${lng}.json`;
        };
        const content = JSON.stringify(Object.fromEntries(languages.map((lng) => [lng, address(lng)])));
        return [{ tag: "meta", attrs: { name: "words", content }, injectTo: "head-prepend" }];
      },
    },
    resolveId: (source) => source === ID ? `\0${ID}` : undefined,
    load(id) {
      if (id !== `\0${ID}`) return;
      const addresses = languages.map((lng) => {
        if (serving) return `${lng}: "/first-words/${lng}.json"`;
        const file = this.emitFile({ type: "asset", name: `words-${lng}.json`, source: words(lng) });
        return `${lng}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export default { ${addresses.join(", ")} };`;
    },
  };
}
