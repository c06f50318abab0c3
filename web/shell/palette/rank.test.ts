import { expect, test } from "vitest";
import { rank, ranked } from "./rank.ts";

test.each([
  ["Encerrar", "enc", 4],
  ["Novo atendimento", "no at", 3],
  ["Novo atendimento", "atend", 3],
  ["Reabrir", "abrir", 2],
  ["Transferir", "trf", 1],
  ["Atendimentos", "xyz", 0],
  ["Uma frase longa com muitas palavras", "ups", 0],
])("%s answers %s with %i", (name, typed, score) => expect(rank(name, typed)).toBe(score));

test("accents, case and the dot of the Turkish i make no difference", () => {
  expect([
    rank("Conexões", "CONEXOES"),
    rank("İstatistik", "istat"),
    rank("ISPARTA", "ısparta"),
    rank("Ilgaz", "ilgaz"),
  ])
    .toEqual([4, 4, 4, 4]);
});

test("the best comes first, equals as they came", () => {
  expect(ranked(["Reabrir", "Abrir", "Abrir tudo"], (name) => name, "abrir")).toEqual([
    "Abrir",
    "Abrir tudo",
    "Reabrir",
  ]);
});
