import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a cell that a spreadsheet would read as a formula is text, and quotes are doubled", () => {
  expect(csvOf([["a", 'b"c'], ["=1+1", "-2"]])).toBe(`\ufeff"a";"b""c"\r\n"'=1+1";"'-2"\r\n`);
});
