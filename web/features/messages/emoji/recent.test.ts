import { expect, it } from "vitest";
import { withUsed } from "./recent.ts";

it("the emoji used last stands first, each once, sixteen at most", () => {
  expect(withUsed(["😀", "👍"], "👍")).toEqual(["👍", "😀"]);
  expect(withUsed(Array.from({ length: 16 }, (_, i) => String(i)), "🙏")).toHaveLength(16);
});
