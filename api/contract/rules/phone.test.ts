import { expect, test } from "vitest";
import { isPossibleNumber, readNumber } from "./phone.ts";

test.each([
  ["(11) 98888-7777", "55", "5511988887777"],
  ["011 98888-7777", "55", "5511988887777"],
  ["+55 11 98888-7777", "55", "5511988887777"],
  ["0055 11 3333-4444", "34", "551133334444"],
  ["+34 612 345 678", "55", "34612345678"],
  ["612 345 678", "34", "34612345678"],
  ["0532 123 45 67", "90", "905321234567"],
  ["5511988887777", "", "5511988887777"],
])("%s in a country of +%s is %s", (typed, country, digits) => expect(readNumber(typed, country)).toBe(digits));

test.each(["", "123", "call me", "+55 00 98888-7777", "55 11 18888-7777", "1".repeat(16), "+1 123 456 7890", "=1+1"])(
  "%s is no number",
  (typed) => expect(readNumber(typed, "55")).toBeNull(),
);

test("of a country without known rules any length that exists will do", () => {
  expect(isPossibleNumber("4915112345678")).toBe(true);
  expect(isPossibleNumber("491511234567890123")).toBe(false);
});
