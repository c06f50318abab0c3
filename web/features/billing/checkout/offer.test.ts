// What a company chooses at the checkout (docs/product/billing.md#price).
import { describe, expect, test } from "vitest";
import { customChoice, firstChoice, isTooSmall, monthly, total } from "./offer.ts";

const known = {
  plan: { users: 10, connections: 5, amount: 99.9 },
  seats: null,
  lines: null,
  inUse: { users: 4, connections: 1 },
};

test.each([[3, 3, 49], [4, 3, 60], [3, 4, 69], [10, 5, 166], [1000, 1000, 30956]])(
  "a custom plan of %i people and %i connections costs %d a month",
  (users, connections, amount) => {
    expect(monthly({ custom: true, users, connections }, known)).toBe(amount);
  },
);

test("a year of a plan of R$ 99.90 is counted in cents", () => {
  expect(total({ custom: false, users: 10, connections: 5 }, known, 12)).toBe(1198.8);
});

describe("the checkout begins", () => {
  test("with the plan when the company has no numbers of its own", () => {
    expect(firstChoice(known)).toEqual({ custom: false, users: 10, connections: 5 });
  });
  test("with the company's own numbers when it has them", () => {
    expect(firstChoice({ ...known, seats: 7, lines: 4 })).toEqual({ custom: true, users: 7, connections: 4 });
  });
  test("a custom plan with what is in use, and never below what the smallest one has", () => {
    expect(customChoice(known)).toEqual({ custom: true, users: 4, connections: 3 });
  });
});

test.each([[4, 1, false], [3, 1, true], [4, 0, true]])(
  "a choice of %i people and %i connections is too small: %s",
  (users, connections, small) => {
    expect(isTooSmall({ custom: true, users, connections }, known)).toBe(small);
  },
);
