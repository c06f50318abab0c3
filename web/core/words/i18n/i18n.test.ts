import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorCodes } from "../../../../api/contract/errors.ts";

const web = join(import.meta.dirname ?? "", "../../..");
const languages = ["pt", "en", "es", "tr"];
const read = (path: string) => readFileSync(path, "utf8");

function keysOf(texts: object, prefix = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : keysOf(value as object, `${prefix}${key}.`)
  );
}
const textsOf = (folder: string, language: string) => JSON.parse(read(join(folder, `${language}.json`))) as object;
const valueOf = (texts: object, key: string) =>
  key.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], texts) as string;
const plain = (key: string) => key.replace(/_(one|other|many|few|zero)$/, "");

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "dist" ? [] : sources(path);
    return /\.tsx?$/.test(name) && !name.endsWith(".test.ts") ? [path] : [];
  });
}
const features = readdirSync(join(web, "features")).filter((name) => existsSync(join(web, "features", name, "i18n")));
const namespaces = [
  ["core", join(web, "core/words/i18n")],
  ...features.map((name) => [name, join(web, "features", name, "i18n")]),
] as [string, string][];
const all = sources(web).map(read);
const code = all.join("\n");

test.each(namespaces)("%s has the same texts in four languages", (_, folder) => {
  const pt = textsOf(folder, "pt");
  const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]).sort();
  for (const language of languages) {
    const texts = textsOf(folder, language);
    expect(keysOf(texts).sort(), language).toEqual(keysOf(pt).sort());
    for (const key of keysOf(pt)) {
      expect(valueOf(texts, key).trim(), `${language} ${key}`).not.toBe("");
      expect(placeholders(valueOf(texts, key)), `${language} ${key}`).toEqual(placeholders(valueOf(pt, key)));
    }
  }
});

test("every error code has a text, and no text has lost its code", () => {
  const { errors } = textsOf(join(web, "core/words/i18n"), "pt") as { errors: object };
  expect(keysOf(errors).sort()).toEqual([...errorCodes, "ERR_UNREACHABLE", "unknown"].sort());
});

test.each(namespaces)("%s has no text that no screen shows", (_, folder) => {
  const unused = keysOf(textsOf(folder, "pt")).map(plain).filter((key) => {
    const stems = key.split(".").map((_, index, parts) => parts.slice(0, index + 1).join("."));
    return !code.includes(`"${key}"`) && !stems.some((stem) => code.includes(`\`${stem}.\${`));
  });
  expect(unused).toEqual([]);
});

test("every text that code asks for exists", () => {
  const known = new Set(namespaces.flatMap(([, folder]) => keysOf(textsOf(folder, "pt")).map(plain)));
  const asked = [...code.matchAll(/\b(?:t|say)\(\s*"([\w.]+)"/g)].map((match) => match[1] as string);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});
