import { expect, test } from "vitest";
import { runsLeftwards } from "./direction.ts";

test("a text runs the way of its first letter when signs, digits or emoji stand before it", () => {
  for (const text of ["مرحبا!", "🌷 123 שלום", "*مرحبا* Bruno", "«ܫܠܡܐ»"]) expect(runsLeftwards(text)).toBe(true);
  for (const text of ["Olá مرحبا", "123", "", "🌷!", "Привет", "你好"]) expect(runsLeftwards(text)).toBe(false);
});
