// The sign-up form of a tab (docs/product/session.md#sign-up).
import { afterEach, expect, test } from "vitest";
import { forgetForm, keepForm, readKept } from "./kept-form.ts";

afterEach(forgetForm);
const typed = { companyName: 'Açaí & Cia "Ünlü"', name: "Zoë", email: "zoe@exemplo.com", phone: "+55 11 9", planId: 3 };

test("a form that was left comes back as it was typed", () => {
  keepForm(typed);
  expect(readKept()).toEqual(typed);
});

test("a form that was left has no password in it", () => {
  keepForm({ ...typed, password: "Segredo-2026" });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Segredo-2026");
});

test("a form forgets what was typed when the account is there", () => {
  keepForm(typed);
  forgetForm();
  expect(readKept()).toEqual({});
});

test.each([["half a text", '{"name"'], ["null", "null"], ["a list", "[1]"], [
  "other types",
  '{"name":{},"planId":"x"}',
]])(
  "a form begins empty when the browser has %s",
  (_, text) => {
    sessionStorage.setItem("recado.signup", text);
    expect(readKept()).toEqual({});
  },
);
