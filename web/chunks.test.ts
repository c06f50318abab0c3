import { expect, test } from "vitest";
import { type Graph, placeModules } from "./chunks.vite.ts";

/** `a: b c ?d`: a imports b and c, and loads d later. Each is as large as its name is long. */
function graph(...lines: string[]): Graph {
  return new Map(lines.map((line) => {
    const [id = "", rest = ""] = line.split(":");
    const words = rest.split(" ").filter(Boolean);
    const lazy = words.filter((word) => word.startsWith("?")).map((word) => word.slice(1));
    return [id, { imports: words.filter((word) => !word.startsWith("?")), lazy, size: id.length }];
  }));
}
const starts = [{ name: "index", roots: /^main$/ }, { name: "later", roots: /^later$/ }];
const heavy = { name: "forms", test: /^zod$/ };
const small = [{ name: "small", roots: /-dialog$/, most: 11 }];
const place = (...lines: string[]) => Object.fromEntries(placeModules(graph(...lines), starts, heavy, small));

test("what the start imports is its file, what follows at once has the rest", () => {
  expect(place("main: a ?later ?tags", "a:", "later: a b", "b:", "tags: b c", "c:"))
    .toEqual({ main: "index", a: "index", later: "later", b: "later" });
});

test("what two screens import is in one file, what one imports stays with it", () => {
  expect(place("main: ?tags ?users", "tags: list own", "users: list", "list: row", "row:", "own:"))
    .toEqual({ main: "index", list: "more", row: "more" });
});

test("what a screen shares with its own dialog stays with the screen", () => {
  expect(place("main: ?tags", "tags: row ?dialog", "dialog: row", "row:")).toEqual({ main: "index" });
});

test("a dialog that two screens open shares like a screen", () => {
  expect(place("main: ?tags ?users", "tags: row ?dialog", "users: ?dialog", "dialog: row", "row:"))
    .toEqual({ main: "index", row: "more" });
});

test("what only screens with forms share comes with the forms, and what others need too does not", () => {
  const placed = place(
    "main: ?tags ?users ?chart",
    "tags: sheet list",
    "users: sheet list table",
    "chart: list",
    "sheet: zod list",
    "table:",
    "list:",
    "zod:",
  );
  expect(placed).toEqual({ main: "index", sheet: "forms", zod: "forms", list: "more" });
});

test("modules and lazy parts that import each other in circles are placed too", () => {
  expect(place("main: ?a ?b", "a: x ?b", "b: x ?a", "x: y", "y: x")).toEqual({ main: "index", x: "more", y: "more" });
});

test("small dialogs are one file, those with forms another; a large one and one that shares with its screen are not in it", () => {
  expect(place(
    "main: ?a-dialog ?b-dialog ?f-dialog ?enormous-dialog ?tags",
    "a-dialog:",
    "b-dialog: b",
    "b:",
    "f-dialog: zod",
    "zod:",
    "enormous-dialog:",
    "tags: row ?t-dialog",
    "t-dialog: row",
    "row:",
  )).toEqual({
    main: "index",
    "a-dialog": "small",
    "b-dialog": "small",
    b: "small",
    "f-dialog": "small-forms",
    zod: "small-forms",
  });
});
