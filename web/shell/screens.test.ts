import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Me } from "../../api/features/session/contract.ts";
import { href } from "../core/page/href.ts";
import { isOffered, type MenuScreen, menuScreens, screens } from "./screens.ts";

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

test("the menu keeps the order that people know, wherever a new screen stands", () => {
  const known = [
    "tickets",
    "contacts",
    "quickMessages",
    "home",
    "moments",
    "reports",
    "users",
    "queues",
    "connections",
    "tags",
    "settings",
  ];
  expect(menuScreens.map(({ name }) => name).filter((name) => known.includes(name))).toEqual(known);
});

const person = (profile: "admin" | "user", company: { expired?: boolean; plan?: Record<string, boolean> } = {}) =>
  ({ id: 1, profile, super: false, queues: [], company: { expired: false, plan: {}, ...company } }) as unknown as Me;
/** What access, plan and due date give them; conditions are hooks of the menu. */
const offeredTo = (me: Me) => menuScreens.filter((screen) => isOffered(screen, me)).map(({ name }) => name);

test("a person is offered what their profile opens, and after the due date only what is left then", () => {
  expect(offeredTo(person("admin"))).toContain("settings");
  expect(offeredTo(person("user"))).toEqual(expect.arrayContaining(["tickets", "contacts", "quickMessages", "tags"]));
  for (const name of ["users", "queues", "connections", "settings"]) {
    expect(offeredTo(person("user"))).not.toContain(name);
  }
  expect(offeredTo(person("admin", { expired: true }))).toEqual(["expired"]);
});

test("a screen of a plan is offered where the plan has it", () => {
  const board: MenuScreen = { ...menuScreens.find(({ name }) => name === "tags")!, plan: "useKanban" };
  expect(isOffered(board, person("admin", { plan: { useKanban: true } }))).toBe(true);
  expect(isOffered(board, person("admin", { plan: { useKanban: false } }))).toBe(false);
});

test("a link has the address that its screen declares, and takes only declared names and values", () => {
  expect(href("ticket", { uuid: "a b" })).toBe("/tickets/a%20b");
  expect(href("settingsHours")).toBe("/settings/hours");
  // @ts-expect-error: no screen declares it.
  href("nowhere");
  // @ts-expect-error: the address has a value.
  href("ticket");
  // @ts-expect-error: the address has another value.
  href("ticket", { id: 1 });
  // @ts-expect-error: the address has no values.
  href("tickets", { uuid: "a" });
});
