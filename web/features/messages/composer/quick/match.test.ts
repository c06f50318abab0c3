import { expect, test } from "vitest";
import type { QuickMessage } from "../../../../../api/features/quick-messages/contract.ts";
import { fittingMessages, typedCode } from "./match.ts";

const one = (shortcode: string, message: string, isMedia = false): QuickMessage => ({
  id: shortcode.length,
  shortcode,
  message,
  geral: false,
  visao: false,
  status: true,
  userId: 1,
  mediaPath: null,
  mediaName: "",
  isMedia,
});

test("only a slash at the very start calls the list", () => {
  expect(typedCode("/")).toBe("");
  expect(typedCode("/pre ço")).toBe("pre ço");
  expect(["", "1/2", " /oi", "/a\nb", `/${"x".repeat(80)}`].map(typedCode)).toEqual([null, null, null, null, null]);
});

test("codes that begin so come first, then codes that hold it, then texts with all the words", () => {
  const all = [
    one("despedida", "Até logo, preço bom!"),
    one("tabela-preço", "Em anexo"),
    one("PREÇO", "Custa pouco"),
    one("vazia", ""),
    one("preço-foto", "", true),
  ];
  const codes = (typed: string) => fittingMessages(all, typed).map(({ shortcode }) => shortcode);
  expect(codes("preco")).toEqual(["PREÇO", "preço-foto", "tabela-preço", "despedida"]);
  expect(codes("bom logo")).toEqual(["despedida"]);
  expect(codes("nada")).toEqual([]);
  expect(codes("")).toHaveLength(4);
});
