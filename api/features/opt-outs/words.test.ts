import { expect, test } from "vitest";
import { asksOut, INITIAL_WORDS } from "./words.ts";

const out = (text: string, words: readonly string[] = INITIAL_WORDS) => asksOut(text, words);

test.each([
  "SAIR",
  "sair",
  " Sair! ",
  "Sair por favor",
  "PARAR 🙏",
  "não quero",
  "NAO QUERO mais",
  "0",
  "stop.",
  "Baja",
  "çık",
  "iptal",
  "DUR lütfen",
])(
  "%s asks for no more messages",
  (text) => expect(out(text)).toBe(true),
);
test.each([
  "",
  "   ",
  "🙂",
  "sairemos amanhã",
  "0 pessoas",
  "10",
  "quero sair",
  "sair da loja hoje à tarde com vocês",
  "oi",
])("%s does not", (text) => expect(out(text)).toBe(false));

test("a company's own words replace the first ones, and an empty word matches nothing", () => {
  expect(out("CHEGA", ["chega", " ! "])).toBe(true);
  expect(out("SAIR", ["chega", " ! "])).toBe(false);
});
