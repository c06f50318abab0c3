import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOf, moneyField } from "./money.ts";

test.each([
  ["", null],
  ["  ", null],
  ["1299,90", 129990],
  ["1.299,90", 129990],
  ["1,299.90", 129990],
  ["R$ 1.299", 129900],
  ["12,5", 1250],
  [",5", 50],
  ["0", 0],
  ["1.234.567", 123456700],
  ["dez", undefined],
  ["-5", undefined],
  [",", undefined],
])("%j is %s hundredths", (typed, cents) => expect(centsOf(typed)).toBe(cents));

test("what a field shows is read as the same amount", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e14 }), (cents) => centsOf(moneyField(cents)) === cents));
});
