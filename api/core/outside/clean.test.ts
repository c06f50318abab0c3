import fc from "fast-check";
import { expect, test } from "vitest";
import { cleaned } from "./clean.ts";

test("a text loses NUL and half characters wherever it stands, and nothing else changes", () => {
  const bytes = new Uint8Array([0, 1]);
  const at = new Date(0);
  expect(cleaned({ a: "x\u0000y", list: ["\ud800", { deep: "\u0000" }], n: 0, no: null, bytes, at, gone: undefined }))
    .toEqual({ a: "xy", list: ["\ufffd", { deep: "" }], n: 0, no: null, bytes, at, gone: undefined });
});

test("whatever can be written as JSON can be stored", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
    const text = JSON.stringify(cleaned(value));
    const strings: string[] = [];
    JSON.parse(text, (_, inner) => (typeof inner === "string" && strings.push(inner), inner));
    return strings.every((one) => !one.includes("\u0000") && one.isWellFormed());
  }));
});
