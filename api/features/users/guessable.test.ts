import { expect, test } from "vitest";
import { isGuessable } from "./guessable.ts";

const context = ["Recado", "Padaria São João", "Érica Lima", "erica.lima@padaria.example"];

test.each([
  "recado",
  "Recado2026",
  "padaria!",
  "sao-joao-26",
  "SÃOJOÃO",
  "ericalima",
  "Érica.Lima@1",
  "erica.lima@padaria.example",
  "padariaerica",
])("a password of the context's own words is guessable: %s", (password) => {
  expect(isGuessable(password, context)).toBe(true);
});

test.each([
  "recado anda de bicicleta",
  "padaria12345",
  "joana-azul",
  "12345",
  "xericax",
  "لا تخمن هذا",
])("a password with more to it is not guessable: %s", (password) => {
  expect(isGuessable(password, context)).toBe(false);
});

test("a context of short and empty words refuses nothing", () => {
  expect(isGuessable("abc12", ["", "a", "bc", "—"])).toBe(false);
});
