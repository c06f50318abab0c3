import { expect, test } from "vitest";
import {
  addBelow,
  countAll,
  insert,
  mistakesByKey,
  move,
  newOption,
  type Option,
  pathOf,
  remove,
  type Tree,
} from "./tree.ts";

const option = (key: string, options: Option[] = []): Option => ({ ...newOption(), key, name: key, options });
const tree = [option("a", [option("b"), option("c")]), option("d")];
const shape = (options: Tree): string =>
  options.map(({ key, options: below }) => below.length > 0 ? `${key}(${shape(below)})` : key).join(" ");
const moved = (path: number[], how: Parameters<typeof move>[2]) => {
  const done = move(tree, path, how);
  return done && `${shape(done.tree)} at ${done.path.join(".")}`;
};

test.each<[number[], Parameters<typeof move>[2], string | null]>([
  [[0, 1], "up", "a(c b) d at 0.0"],
  [[0, 0], "up", null],
  [[0], "down", "d a(b c) at 1"],
  [[1], "down", null],
  [[1], "in", "a(b c d) at 0.2"],
  [[0], "in", null],
  [[0, 0], "out", "a(c) b d at 1"],
  [[1], "out", null],
])("%j %s", (path, how, expected) => {
  expect(moved(path, how)).toBe(expected);
});

test("options are added and taken away at any depth", () => {
  expect(shape(insert(tree, [0, 1], option("x")))).toBe("a(b x c) d");
  expect(shape(remove(tree, [0, 0]))).toBe("a(c) d");
  expect(countAll(tree)).toBe(4);
  expect(pathOf(tree, "c")).toEqual([0, 1]);
});

test("an option that gets others below it shows them: it neither closes nor hands over any more", () => {
  const handing: Option = { ...option("a"), queueType: "queue", optQueueId: 4, closeTicket: true };
  expect(addBelow([handing], [0], option("b"))[0]).toMatchObject({
    queueType: "text",
    optQueueId: null,
    closeTicket: false,
    options: [{ key: "b" }],
  });
});

test("mistakes are found by their option, whatever its depth", () => {
  const found = mistakesByKey(tree, [
    { path: [0, "options", 1, "name"], message: "too_short" },
    { path: [1, "optQueueId"], message: "required" },
  ]);
  expect([...found]).toEqual([["c", { name: "too_short" }], ["d", { optQueueId: "required" }]]);
});
