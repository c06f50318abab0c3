import { expect, test } from "vitest";
import { mistakeOf } from "./plain-form.ts";

const fine = { valid: true, valueMissing: false, typeMismatch: false, tooShort: false };

test.each([
  ["nothing when the value is fine", fine, null],
  ["that it is required when it is empty", { ...fine, valid: false, valueMissing: true }, "required"],
  ["that it is no e-mail when it has another form", { ...fine, valid: false, typeMismatch: true }, "email"],
  ["that it is too short when it is", { ...fine, valid: false, tooShort: true }, "too_short"],
  ["that it is invalid for any other reason", { ...fine, valid: false }, "invalid"],
])("a field says %s", (_, validity, word) => {
  expect(mistakeOf(validity)).toBe(word);
});
