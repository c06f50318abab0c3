// What is drawn before all words are here may say only the first ones. Anything else would show the names of its texts for a moment.
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { readHouse, type Source } from "../../../../api/commands/gate/house.ts";
import { FIRST_WORDS } from "./first.ts";

const house = new Map((await readHouse()).map((s) => [s.path, s]));
const isFirst = (word: string) => ["core", "screens", ...FIRST_WORDS].includes(word);
const code = ({ text }: Source) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
const quoted = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
const lazy = (s: Source, text = code(s)) =>
  [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, to = ""]) => normalize(join(dirname(s.path), to)));

/** The screens of a file whose words are all among the first: they wait for no others. */
function firstScreens(s: Source): string[] {
  const words = [...code(s).matchAll(/\bwords: (\[[^\]]*\])/g)].flatMap(([, list = ""]) => quoted(list));
  if (words.every(isFirst)) return lazy(s);
  const each = code(s).matchAll(/\bload: (\(\) => [^\n]*)\s*words: (\[[^\]]*\])/g);
  return [...each].filter(([, , list = ""]) => quoted(list).every(isFirst)).flatMap(([, load]) => lazy(s, load));
}

/** The files of the app that draw without waiting for all words. */
function drawnEarly(): ReadonlySet<string> {
  const reached = new Set<string>();
  const walk = (path: string) => {
    const s = house.get(path);
    if (!s || reached.has(path)) return;
    reached.add(path);
    const later = new Set(lazy(s));
    s.imports.filter(({ value, target }) => value && !later.has(target)).forEach(({ target }) => walk(target));
    if (/\/screen\.ts$/.test(path)) firstScreens(s).forEach(walk);
    else if (!/\b(onDemand|loadWords)\(/.test(code(s))) later.forEach(walk);
  };
  walk("web/main.tsx");
  [...house.keys()].filter((path) => /^web\/.*\/(screen|startup)\.ts$/.test(path)).forEach(walk);
  return reached;
}

test("what is drawn before all words are here says only the first ones", () => {
  const reached = drawnEarly();
  for (const screen of ["features/session/login-screen.tsx", "screens/inbox/inbox-conversation.tsx"]) {
    expect(reached).toContain(`web/${screen}`);
  }
  expect(reached).not.toContain("web/features/schedules/planned-here.tsx");
  const offences = [...reached].flatMap((path) => {
    const said = [...code(house.get(path)!).matchAll(/\b(?:useTranslation\(|t\([^)]*\bns: )\s*"([^"]+)"/g)];
    return said.map(([, word = ""]) => word).filter((word) => !isFirst(word)).map((word) => `${path}: ${word}`);
  });
  expect(offences).toEqual([]);
});

test("the file of all words has those of every feature that is not among the first", () => {
  for (const lng of ["pt", "en", "es", "tr"]) {
    const { text } = house.get(`web/core/words/i18n/screens-${lng}.ts`)!;
    expect(text.match(/\{([^}]+)\}\/i18n/)?.[1]?.split(",").toSorted()).toEqual(FIRST_WORDS.toSorted());
  }
});
