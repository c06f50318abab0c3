// What a browser loads before the first screen, read from the built app.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWeb } from "../api/build-web.ts";

const dist = join(import.meta.dirname ?? "", "dist");
/** Bytes over the wire, to a browser that takes brotli. */
const BUDGET = 170_000;

/** Each script with the scripts it imports at once; without the marks of their content. */
const imports = new Map<string, string[]>();
const code = new Map<string, string>();
const plain = (file: string) => file.replace(/-[\w-]{8}\.js$/, "");
beforeAll(async () => {
  await buildWeb();
  for (const file of readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(dist, "assets", file), "utf8");
    code.set(file, text);
    imports.set(file, [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map((match) => match[1]!));
  }
});

/** The files that come with some, each once. */
function withImports(files: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    imports.get(file)!.forEach(add);
  };
  files.forEach(add);
  return [...found];
}
const first = () =>
  [...readFileSync(join(dist, "index.html"), "utf8").matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)]
    .map((match) => match[1]!);
const named = (name: string) => [...code.keys()].filter((file) => plain(file) === name);
const bytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + statSync(join(dist, "assets", `${file}.br`)).size, 0);

test("the inbox starts with one script", () => {
  const files = withImports(first());
  expect(files.map(plain)).toEqual(["index"]);
  expect(bytes(files)).toBeLessThan(BUDGET);
});

test("signing in adds its own script and no other", () => {
  const files = withImports([...first(), ...named("login")]);
  expect(files.map(plain)).toEqual(["index", "login"]);
  expect(bytes(files)).toBeLessThan(BUDGET);
});

test("a screen brings only files that screens share", () => {
  const screens = [...code.keys()].filter((file) => plain(file).endsWith("-screen"));
  expect(screens.length).toBeGreaterThan(8);
  const shared = new Set(screens.flatMap((file) => withImports([file])).map(plain));
  expect([...shared].filter((name) => !name.endsWith("-screen")).sort())
    .toEqual(["forms", "index", "later", "login", "more"]);
});

test("what the screens say is one file for each language", () => {
  expect(["en", "es", "pt", "tr"].map((lng) => named(lng).length + named(`screens-${lng}`).length)).toEqual([
    1,
    1,
    1,
    1,
  ]);
});

test("no two scripts import each other in a circle", () => {
  const circles = [...imports.keys()].filter((file) => withImports(imports.get(file)!).includes(file));
  expect(circles).toEqual([]);
});
