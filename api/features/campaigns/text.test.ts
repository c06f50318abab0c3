import { expect, test } from "vitest";
import { fillCampaign, variantsOf } from "./text.ts";

const reader = { name: "  Zoé da Silva", number: "5511987654321", email: "" };
const fill = (text: string, own: { key: string; value: string }[] = []) => fillCampaign(text, reader, own);

test("both spellings are filled in, in any case, and unknown names stay as they were written", () => {
  expect(fill("Oi {primeiroNome}, {{nome}}: {numero} {EMAIL} {{ cupom }} {outro}"))
    .toBe("Oi Zoé,   Zoé da Silva: 5511987654321  {{ cupom }} {outro}");
});
test("a variable of the company cannot hide the reader's own, and one that names itself is just its text", () => {
  expect(fill("{cupom} {nome}", [{ key: "cupom", value: "{cupom} {nome}" }, { key: "nome", value: "Intruso" }]))
    .toBe("{cupom} {nome}   Zoé da Silva");
});
test("a name that looks like a pattern of replacement is written as it is", () => {
  expect(fillCampaign("{nome}", { ...reader, name: "$& $1" }, [])).toBe("$& $1");
});
test("empty variants are left out, and the others keep their places", () => {
  expect(variantsOf(["", "Oi", "  ", "Olá"])).toEqual([{ place: 2, text: "Oi" }, { place: 4, text: "Olá" }]);
});
