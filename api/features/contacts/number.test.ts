import { expect, test } from "vitest";
import { canonicalNumber } from "./number.ts";

test.each([
  ["+55 (11) 9555-0101", "5511995550101"],
  ["551188887777", "5511988887777"],
  ["5511988887777", "5511988887777"],
  ["551133334444", "551133334444"],
  ["14155550101", "14155550101"],
  ["", ""],
])("%s is known as %s", (given, canonical) => expect(canonicalNumber(given)).toBe(canonical));
