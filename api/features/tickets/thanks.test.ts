import { expect, test } from "vitest";
import { isThanks } from "./thanks.ts";

test.each([
  "obrigado",
  "Obrigada!! 😊",
  "muito bom",
  "Muito bom atendimento, obrigado!",
  "ok",
  "👍🏽",
  "🙏",
  "Thank you very much for your help!",
  "muchas gracias, buen día",
  "Çok teşekkürler, iyi günler",
])("%s is thanks", (text) => expect(isThanks(text)).toBe(true));

test.each([
  "Obrigado, mas a nota fiscal não veio",
  "Bom dia",
  "tudo certo?",
  "obrigado?",
  "ok 2",
  "8",
  "",
  "Preciso de ajuda",
  "thanks, when does it arrive",
  "sair",
])("%s wants an answer", (text) => expect(isThanks(text)).toBe(false));
