import { expect, test } from "vitest";
import { remember, type Remembered, takeRemembered } from "./remember.ts";

test("what a person wants to remember before the list of tasks is loaded is handed to it, once and in order", () => {
  const what = (text: string): Remembered => ({
    text,
    ticket: { uuid: "0198c0de-0000-7000-8000-000000000001", name: "Íris" },
  });
  const taken: string[] = [];
  remember(what("primeiro"));
  remember(what("segundo"));
  takeRemembered(({ text }) => taken.push(text));
  expect(taken).toEqual(["primeiro", "segundo"]);
  remember(what("terceiro"));
  expect(taken).toEqual(["primeiro", "segundo", "terceiro"]);
});
