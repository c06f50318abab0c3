// Icons by their own files instead of through the library's one list of all: only so can the bundler tell which ones the first
// screen needs. Of each only its drawing: the library's options (sizes by context, strokes that do not scale) and its names are
// as long as the drawings.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Plugin } from "vite";

const LIST = join(process.cwd(), "node_modules/lucide-react/dist/esm/lucide-react.mjs");
const MAKER = join(import.meta.dirname ?? "", "ui/icon.ts");
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*"lucide-react";/g;

/** Where each name of the library is: `Trash2` in `icons/trash-2.mjs`. */
function files(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", file = ""] of readFileSync(LIST, "utf8").matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) found.set(name, join(dirname(LIST), file));
  }
  return found;
}

/** An icon's file as `ui/icon.ts` draws it. */
function drawing(code: string): string | undefined {
  const node = /node: (\[[^]*?\])(?:,\s*aliases: \[[^\]]*\])?\s*\};/.exec(code)?.[1];
  if (!node) return;
  const parts = node.replace(/,?\s*key: "\w+"/g, "").replace(/\s+/g, " ");
  return `import { icon } from ${JSON.stringify(MAKER)}; export default /* @__PURE__ */ icon(${parts});`;
}

/** Points every import of an icon at the icon's file; types stay where they are. */
export function ownIcons(): Plugin {
  let known: Map<string, string> | undefined;
  return {
    name: "own-icons",
    enforce: "pre",
    transform(code, id) {
      if (/lucide-react[/]dist[/]esm[/]icons[/][\w-]+\.mjs$/.test(id)) {
        const drawn = drawing(code);
        return drawn && { code: drawn, map: null };
      }
      if (!/[/]web[/].*\.tsx?$/.test(id) || !code.includes('"lucide-react"')) return;
      const places = known ??= files();
      return {
        code: code.replace(IMPORT, (whole, names: string) => {
          const wanted = names.split(",").map((name) => name.trim()).filter(Boolean);
          return wanted.map((name) => {
            if (name.startsWith("type ")) return `import type { ${name.slice(5)} } from "lucide-react";`;
            const [icon = "", as = icon] = name.split(/\s+as\s+/);
            const file = places.get(icon);
            return file ? `import ${as} from ${JSON.stringify(file)};` : whole;
          }).join(" ");
        }),
        map: null,
      };
    },
  };
}
