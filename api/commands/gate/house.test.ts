// The checker of the house, on small houses with planted faults.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dirname, join } from "node:path";
import { circles, type House, readHouse, roomsOf, sourceOf } from "./house.ts";
import { wrongs } from "./house-rules.ts";

const house = (files: Record<string, string>): House =>
  Object.entries(files).map(([path, text]) => sourceOf(path, text));
/** What is wrong with a house of these files. */
const wrong = (files: Record<string, string>) => wrongs(house(files));

const sound = {
  "api/main.ts": `import { app } from "./app.ts";\nimport "./features/pets/routes.ts";\n`,
  "api/app.ts": `import { pets } from "./features/pets/routes.ts";\nexport const app = pets;\n`,
  "api/core/log.ts": `export const log = 1;\n`,
  "api/features/pets/routes.ts": `import { log } from "../../core/log.ts";\nexport const pets = log;\n`,
  "api/features/pets/actions/feed.ts": `export const feed = 1;\n`,
  "api/features/vets/routes.ts": `import { feed } from "../pets/actions/feed.ts";\nexport const vets = feed;\n`,
};

test("a sound house has nothing wrong", () => {
  expect(wrong(sound)).toEqual([]);
});

describe("arrows upward", () => {
  test.each([
    ["core that knows a feature", "api/core/http/pets.ts", "../../features/pets/contract.ts"],
    ["a feature that knows the host of the channels", "api/features/pets/call.ts", "../../channels/host.ts"],
    ["a feature that looks into another's rows", "api/features/vets/look.ts", "../pets/queries.ts"],
    ["a feature that knows the list of effects", "api/features/pets/effects.ts", "../../ticket-effects.ts"],
    ["the host of the channels that knows the server", "api/channels/start.ts", "../main.ts"],
    ["a channel that knows the server", "channels/meta/save.ts", "../../api/core/log.ts"],
    ["a screen's part that knows the server's insides", "web/features/pets/list.ts", "../../../api/core/log.ts"],
    ["a part of the app that knows another feature", "web/features/pets/row.ts", "../vets/row.ts"],
  ])("%s is named", (_what, from, to) => {
    const target = join(dirname(from), to);
    expect(wrong({ ...sound, [from]: `import { x } from "${to}";\n`, [target]: "" })).toContain(
      `arrow upward: ${from} → ${target}`,
    );
  });

  test("a type counts as much as a value, a test may look anywhere", () => {
    const type = `import type { App } from "../../app.ts";\n`;
    expect(wrong({ ...sound, "api/core/http/x.ts": type })).toEqual(["arrow upward: api/core/http/x.ts → api/app.ts"]);
    expect(wrong({ ...sound, "api/core/http/x.test.ts": type })).toEqual([]);
  });
});

describe("circles of files", () => {
  const two = (first: string, second: string) =>
    wrong({ "api/core/one.ts": `${first}\n`, "api/core/two.ts": `${second}\n` });
  const back = `import { one } from "./one.ts";`;
  const named = ["circle of files: api/core/one.ts, api/core/two.ts"];

  test.each([
    ["two that import each other", `import { two } from "./two.ts";`],
    ["one that exports from the other", `export { two } from "./two.ts";`],
    ["a bare import", `import "./two.ts";`],
    ["a lazy import", `export const later = () => import("./two.ts");`],
    ["a name beside a type", `import { type Two, two } from "./two.ts";`],
    ["an import of several lines", `import {\n  two,\n} from "./two.ts";`],
  ])("%s is found", (_what, first) => {
    expect(two(first, back)).toEqual(named);
  });

  test.each([
    ["import type", `import type { Two } from "./two.ts";`],
    ["braces with types only", `import { type Two, type Three } from "./two.ts";`],
    ["export type", `export type { Two } from "./two.ts";`],
  ])("%s makes none", (_what, first) => {
    expect(two(first, back)).toEqual([]);
  });

  test("a long one is one circle, and two that touch nowhere are two", () => {
    const arrows = (text: string) =>
      new Map(text.split(" ").map((pair) => [pair[0]!, new Set(pair.slice(1))] as [string, Set<string>]));
    expect(circles(arrows("ab bc cd da ef fe ga"))).toEqual([["a", "b", "c", "d"], ["e", "f"]]);
    expect(circles(arrows("abc bd cd d"))).toEqual([]);
  });
});

describe("rooms", () => {
  const rooms = {
    "api/core/http/route.ts": `import { seal } from "../secrets/seal.ts";\n`,
    "api/core/http/errors.ts": "",
    "api/core/secrets/seal.ts": `import { log } from "../log.ts";\n`,
    "api/core/secrets/refuse.ts": "",
    "api/core/log.ts": "",
    "api/core/testing/api.ts": `import { route } from "../http/route.ts";\n`,
  };

  test("doors and rooms are counted with the arrows between them; helpers of tests are not", () => {
    const { names, arrows } = roomsOf(house(rooms), "api/core");
    expect(names).toEqual(["http/", "log.ts", "secrets/"]);
    expect(Object.fromEntries([...arrows].map(([from, to]) => [from, [...to]]))).toEqual({
      "http/": ["secrets/"],
      "secrets/": ["log.ts"],
      "log.ts": [],
    });
  });

  test("two rooms that use each other are found, though no file is in a circle", () => {
    const planted = { ...rooms, "api/core/secrets/refuse.ts": `import { refuse } from "../http/errors.ts";\n` };
    expect(wrong(planted)).toEqual(["circle of rooms in api/core: http/, secrets/"]);
  });

  test("a feature's contract is everybody's: it closes no circle of features", () => {
    const pets = { "api/features/pets/routes.ts": `import { vet } from "../vets/actions.ts";\n` };
    const of = (file: string) =>
      wrong({ ...pets, "api/features/vets/routes.ts": `import { pet } from "../pets/${file}";\n` });
    expect(wrong({ ...pets, "api/features/pets/contract.ts": "", "api/features/vets/actions.ts": "" })).toEqual([]);
    expect(of("contract.ts")).toEqual([]);
    const files = { "api/features/vets/actions.ts": "", "api/features/pets/actions.ts": "", ...pets };
    expect(wrong({ ...files, "api/features/vets/routes.ts": `import { pet } from "../pets/actions.ts";\n` })).toEqual([
      "circle of rooms in api/features: pets/, vets/",
    ]);
  });
});

test("a folder of more than fifteen files is named, tests and helpers not counted", () => {
  const files = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`api/core/lists/${i}.ts`, ""]));
  const beside = { "api/core/lists/a.test.ts": "", "api/core/lists/testing-rows.ts": "" };
  expect(wrong({ ...files(15), ...beside })).toEqual([]);
  expect(wrong(files(16))).toEqual(["too wide: api/core/lists: 16 source files"]);
});

describe("a house on a disk", () => {
  let root: string;
  beforeAll(async () => {
    root = await Deno.makeTempDir({ prefix: "recado-house-" });
    const files = {
      ...sound,
      "api/core/up.ts": `import { app } from "../app.ts";\n`,
      "api/core/fixtures/x.ts": "import (",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(join(root, dirname(path)), { recursive: true });
      await Deno.writeTextFile(join(root, path), text);
    }
  });
  afterAll(() => Deno.remove(root, { recursive: true }));

  test("is read without its fixtures, and the planted fault is found", async () => {
    const read = await readHouse(root);
    expect(read.map(({ path }) => path)).toEqual([...Object.keys(sound), "api/core/up.ts"].sort());
    expect(wrongs(read)).toEqual([
      "arrow upward: api/core/up.ts → api/app.ts",
      "circle of rooms in api: app.ts, core/, features/",
    ]);
  });
});
