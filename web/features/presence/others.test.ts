import { expect, test } from "vitest";
import { hear, type Other, stillThere } from "./others.ts";

const bia = { id: 2, name: "Bia" };
const rui = { id: 3, name: "Rui" };
const names = (others: readonly Other[]) => others.map(({ name, state }) => `${name} ${state}`);

test("who looks is there, who answers is named so, and who says goodbye is gone at once", () => {
  let others = hear([], { user: bia, state: "viewing" }, 0);
  others = hear(others, { user: rui, state: "viewing" }, 5);
  others = hear(others, { user: bia, state: "answering" }, 10);
  expect(names(others)).toEqual(["Bia answering", "Rui viewing"]);
  expect(names(hear(others, { user: bia, state: "gone" }, 20))).toEqual(["Rui viewing"]);
});

test("who has not been heard for half a minute is not there any more", () => {
  const others = hear(hear([], { user: bia, state: "viewing" }, 0), { user: rui, state: "viewing" }, 20_000);
  expect(stillThere(others, 29_999)).toBe(others);
  expect(names(stillThere(others, 30_000))).toEqual(["Rui viewing"]);
});
