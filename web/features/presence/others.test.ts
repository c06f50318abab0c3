import { expect, test } from "vitest";
import { hear, type Other, stillThere } from "./others.ts";

const bia = { id: 2, name: "Bia" };
const rui = { id: 3, name: "Rui" };
const names = (others: readonly Other[]) => others.map(({ name, state }) => `${name} ${state}`);

test("a colleague who looks is shown, one who answers is named so, and one who leaves is gone at once", () => {
  let others = hear([], { user: bia, state: "viewing" }, 0);
  others = hear(others, { user: rui, state: "viewing" }, 5);
  others = hear(others, { user: bia, state: "answering" }, 10);
  expect(names(others)).toEqual(["Bia answering", "Rui viewing"]);
  expect(names(hear(others, { user: bia, state: "gone" }, 20))).toEqual(["Rui viewing"]);
});

test("a colleague who was not heard for half a minute is gone", () => {
  const others = hear(hear([], { user: bia, state: "viewing" }, 0), { user: rui, state: "viewing" }, 20_000);
  expect(stillThere(others, 29_999)).toBe(others);
  expect(names(stillThere(others, 30_000))).toEqual(["Rui viewing"]);
});
