// What a model is told, and what its answer means (docs/product/prompts.md#answer).
import { expect, test } from "vitest";
import { historyOf, meaningOf, systemOf, TRANSFER, wholeSentences } from "./actions/converse.ts";
import { materialText } from "./actions/material.ts";
import { costOf } from "./price.ts";
import { isSpeakable } from "./actions/voice.ts";

const chat = (fromMe: boolean, body: string, kind = "chat") => ({ fromMe, body, kind });

test("the newest messages are shown oldest first, files by their kind, and what no longer fits is left out", () => {
  expect(
    historyOf([
      chat(false, "Oi"),
      chat(true, "Olá"),
      chat(false, "", "image"),
      chat(false, "nota", "application"),
      chat(false, "  "),
    ]),
  )
    .toEqual([
      { role: "user", content: "Oi" },
      { role: "assistant", content: "Olá" },
      { role: "user", content: "[image]" },
      { role: "user", content: "[document] nota" },
    ]);
  const long = "x".repeat(13_000);
  expect(
    historyOf([chat(false, "first"), chat(false, long), chat(true, long), chat(false, "last")]).map(({ content }) =>
      content.length
    ),
  )
    .toEqual([13_000, 4]);
  expect(historyOf([chat(false, "y".repeat(40_000))])[0]!.content).toHaveLength(24_000);
});

test.each([
  [`${TRANSFER}\nJá vou passar você.`, "Já vou passar você.", true],
  [`Claro!\n**${TRANSFER}.**`, "Claro!", true],
  ["acao: transferir para o setor de atendimento", "", true],
  [`O texto diz "x ${TRANSFER}"`, `O texto diz "x ${TRANSFER}"`, false],
  ["Posso ajudar?", "Posso ajudar?", false],
])("an answer means what it says: %s", (answer, text, transfers) => {
  expect(meaningOf(answer)).toEqual({ text, transfers });
});

test("a cut answer ends with its last whole sentence, and is none without one", () => {
  expect(wholeSentences("São R$ 5. Entregamos até as 18h! Também temos")).toBe("São R$ 5. Entregamos até as 18h!");
  expect(wholeSentences("Também temos")).toBeNull();
});

test("the model is told the first name and the company's time, and nothing else of the customer", () => {
  const { content } = systemOf(
    { prompt: "Você vende flores.", material: "" },
    "Ana Lima",
    "America/Sao_Paulo",
    new Date("2026-03-02T13:05:00Z"),
  );
  expect(content).toContain("Você vende flores.");
  expect(content).toContain("se chama Ana.");
  expect(content).toContain("10:05 de 2026-03-02");
  expect(content).not.toContain("Lima");
});

test("the material is told whole texts at a time, up to 24,000 characters, with the instruction to keep to it", () => {
  const told = materialText(["preço: R$ 5", "x".repeat(23_995), "horário: 9 às 18"]);
  expect(told).toContain("não use outro conhecimento");
  expect(told).toContain("preço: R$ 5\n\nhorário: 9 às 18");
  expect(told).not.toContain("xxx");
});

test.each([
  [{ priceIn: "0.15", priceOut: "0.6" }, "0.000525"],
  [{ priceIn: "", priceOut: "2" }, "0.001500"],
  [{ priceIn: "", priceOut: "" }, ""],
])("tokens cost what the prices of a million say: %o", (prices, cost) => {
  expect(costOf({ tokensIn: 500, tokensOut: 750 }, prices)).toBe(cost);
});

test("short answers without addresses are spoken", () => {
  expect([isSpeakable("Oi"), isSpeakable("Veja https://a.b"), isSpeakable("x".repeat(1001))]).toEqual([
    true,
    false,
    false,
  ]);
});
