import { describe, expect, test } from "vitest";
import { fitting, idsIn, namesAt, typedName, withName } from "./match.ts";

const team = ["Ana", "Ana Souza", "Beatriz Lima", "İbrahim Çelik", "João Anacleto"].map((name, index) => ({
  id: index + 1,
  name,
}));
const names = (query: string) => fitting(team, query).map(({ name }) => name);

describe("the text that is being typed", () => {
  test.each([
    ["olha @", 6, { from: 5, query: "" }],
    ["@be", 3, { from: 0, query: "be" }],
    ["(@Ana Sou", 9, { from: 1, query: "Ana Sou" }],
    ["@ana e @be", 10, { from: 7, query: "be" }],
  ])("%s", (text, caret, found) => expect(typedName(text, caret)).toEqual(found));
  test.each([["ana@firma.com", 13], ["nada", 4], ["@ ana", 5], ["@ana\nx", 6], ["@ana", 0]])(
    "no name in %j",
    (text, caret) => expect(typedName(text, caret)).toBeNull(),
  );
});

describe("colleagues who fit", () => {
  test("beginnings first, then words, then letters in order; without case and accents", () => {
    expect(names("ana")).toEqual(["Ana", "Ana Souza", "João Anacleto"]);
    expect(names("joao")).toEqual(["João Anacleto"]);
    expect(names("btz")).toEqual(["Beatriz Lima"]);
    expect(names("IBRA")).toEqual(["İbrahim Çelik"]);
    expect(names("ıbra")).toEqual(["İbrahim Çelik"]);
    expect(names("celik")).toEqual(["İbrahim Çelik"]);
    expect(names("xyz")).toEqual([]);
  });
  test("nothing typed yet offers everybody, six at most", () => {
    expect(names("").length).toBe(5);
    expect(fitting(Array.from({ length: 20 }, (_, id) => ({ id, name: `P${id}` })), "").length).toBe(6);
  });
});

test("the name takes the place of what was typed, with one space after it", () => {
  expect(withName("olha @be aqui", 5, 8, "Beatriz Lima")).toEqual({ text: "olha @Beatriz Lima aqui", caret: 18 });
  expect(withName("@", 0, 1, "Ana")).toEqual({ text: "@Ana ", caret: 5 });
});

describe("whom a note names", () => {
  const all = team.map(({ name }) => name);
  test("the longest name counts, whole words only", () => {
    expect(namesAt("@Ana Souza e @ana, veja", all)).toEqual([
      { from: 0, to: 10, name: "Ana Souza" },
      { from: 13, to: 17, name: "Ana" },
    ]);
    expect(namesAt("@Anabela x@Ana", all)).toEqual([]);
  });
  test("ids follow the text, whatever was picked before", () => {
    expect(idsIn("@Ana Souza veja", team, new Set([1, 2]))).toEqual([2]);
    expect(idsIn("sem nomes", team, new Set([1]))).toEqual([]);
  });
  test("of two with the same name the chosen one, else both", () => {
    const twins = [{ id: 8, name: "Bia" }, { id: 9, name: "Bia" }];
    expect(idsIn("@Bia", twins, new Set([9]))).toEqual([9]);
    expect(idsIn("@Bia", twins, new Set())).toEqual([8, 9]);
  });
});
