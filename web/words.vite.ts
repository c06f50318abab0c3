// What shell, signing in, inbox and sharing (which works without network from the first time
// on) say, as one JSON file per language: the first screen asks for it once, and it is data, not script.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const languages = ["pt", "en", "es", "tr"];
const folders = {
  core: "core/words/i18n",
  messages: "features/messages/i18n",
  tickets: "features/tickets/i18n",
  session: "features/session/i18n",
  share: "features/share/i18n",
};
const ID = "virtual:first-words";

/** Makes `virtual:first-words`: the address of each language's file. */
export function firstWords(): Plugin {
  const root = import.meta.dirname ?? "";
  const words = (lng: string) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(folders).map(([name, folder]) => [
          name,
          JSON.parse(readFileSync(join(root, folder, `${lng}.json`), "utf8")),
        ]),
      ),
    );
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
