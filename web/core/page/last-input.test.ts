import { expect, test } from "vitest";
import { inputAfter } from "./last-input.ts";

test("a key counts as leading when it moves the focus; a letter, a chord or a caret key in a field changes nothing", () => {
  for (const key of ["Tab", "Escape", "ArrowDown", "Home", "Enter"]) {
    expect(inputAfter("pointer", key, false)).toBe("key");
  }
  for (const key of ["t", "É", " ", "?", "Control", "Shift", "Dead"]) {
    expect(inputAfter("pointer", key, false)).toBe("pointer");
    expect(inputAfter(null, key, false)).toBeNull();
  }
  for (const key of ["Enter", "ArrowLeft", "Home"]) expect(inputAfter("pointer", key, true)).toBe("pointer");
  for (const key of ["Tab", "Escape"]) expect(inputAfter("pointer", key, true)).toBe("key");
});
