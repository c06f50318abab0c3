import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sentences } from "../../../../api/contract/words/sentences.ts";

test("a program reads of an error what an English-speaking person reads", () => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname ?? "", "en.json"), "utf8")) as {
    errors: Record<string, string>;
  };
  const { ERR_UNREACHABLE: _, unknown: __, ...errors } = texts.errors;
  expect(sentences).toEqual(errors);
});
