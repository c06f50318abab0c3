import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { menuScreens, screens } from "./screens.ts";

const languages = ["pt", "en", "es", "tr"];
const twice = (list: readonly string[]) => list.filter((one, index) => list.indexOf(one) !== index);

test("no two screens have the same name, address, place in the menu or key", () => {
  expect(screens.length).toBeGreaterThan(10);
  expect(twice(screens.flatMap(({ name, more = {} }) => [name, ...Object.keys(more)]))).toEqual([]);
  expect(twice(screens.flatMap(({ path, more = {} }) => [path, ...Object.values(more)]))).toEqual([]);
  expect(twice(menuScreens.map(({ menu, expired }) => `${expired} ${menu.group} ${menu.order}`)))
    .toEqual([]);
  expect(twice(menuScreens.flatMap(({ menu }) => menu.key ?? []))).toEqual([]);
});

test.each(languages)("every screen of the menu has its name in %s", (language) => {
  const missing = menuScreens.flatMap(({ words: [own], menu }) => {
    const file = join(import.meta.dirname ?? "", `../features/${own}/i18n/${language}.json`);
    const words = JSON.parse(readFileSync(file, "utf8")) as { title?: string; short?: string };
    return [["title", words.title], ...(menu.short ? [["short", words.short]] : [])].flatMap(([word, text]) =>
      text ? [] : [`${own}.${word}`]
    );
  });
  expect(missing).toEqual([]);
});

test("the menu keeps its order", () => {
  expect(menuScreens.filter(({ expired }) => !expired).map(({ name }) => name)).toEqual([
    "tickets",
    "contacts",
    "quickMessages",
    "tags",
    "home",
    "moments",
    "reports",
    "users",
    "queues",
    "connections",
    "settings",
  ]);
});
