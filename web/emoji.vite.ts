// The emoji of the picker, one small file for each of our languages, from our own server: names, words to search by, skin tones.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Plugin } from "vite";

/** Turkish is not among the library's languages: there the picker speaks English. */
const LANGUAGES = ["pt", "en", "es"];
/** Newer ones are empty boxes on phones of the last years. */
const NEWEST = 15;
const TONES = ["light", "medium-light", "medium", "medium-dark", "dark"];

interface Kept {
  emoji: string;
  label: string;
  group?: number;
  tags?: string[];
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
}
interface Words {
  groups: { key: string; message: string; order: number }[];
  skinTones: { key: string; message: string }[];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the picker wants to know, and nothing more. */
function dataOf(language: string): string {
  const read = <T>(name: string): T =>
    JSON.parse(readFileSync(join(process.cwd(), "node_modules/emojibase-data", language, `${name}.json`), "utf8"));
  const words = read<Words>("messages");
  const emojis = read<Kept[]>("data").filter(({ group, version }) => group !== undefined && version <= NEWEST)
    .map(({ emoji, label, group, tags = [], version, skins }) => ({
      emoji,
      label: capital(label),
      category: group,
      version,
      tags,
      ...(skins && {
        skins: Object.fromEntries(
          skins.flatMap(({ emoji, tone }) => typeof tone === "number" ? [[TONES[tone - 1], emoji]] : []),
        ),
      }),
    }));
  return JSON.stringify({
    locale: language,
    emojis,
    categories: words.groups.filter(({ key }) => key !== "component").map(({ order, message }) => ({
      index: order,
      label: capital(message),
    })),
    skinTones: Object.fromEntries(words.skinTones.map(({ key, message }) => [key, capital(message)])),
  });
}

/** Puts the files below `assets/emoji`: apart from what is fetched before anybody wants it. */
export function emojiFiles(): Plugin {
  return {
    name: "emoji-files",
    generateBundle() {
      for (const language of LANGUAGES) {
        this.emitFile({ type: "asset", fileName: `assets/emoji/${language}-${NEWEST}.json`, source: dataOf(language) });
      }
    },
    configureServer(server) {
      server.middlewares.use("/assets/emoji", (request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(dataOf(/^\/(\w\w)-/.exec(request.url ?? "")?.[1] ?? "en"));
      });
    },
  };
}
