import fc from "fast-check";
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

test("each word of the four languages asks out, with and without accents and capitals, with signs and a few words behind it", () => {
  const spell = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toLocaleLowerCase("tr"),
    (word: string) => word.toLowerCase(),
    (word: string) => word.normalize("NFD"),
    (word: string) => word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i"),
    (word: string) => word[0] + word.slice(1).toLowerCase(),
  );
  const sign = fc.constantFrom("", " ", "!", "...", " 🙏", "\n", "?!", "»", "️");
  const behind = fc.array(fc.constantFrom("por favor", "obrigado", "please", "gracias", "lütfen", "já"), {
    maxLength: 1,
  });
  fc.assert(
    fc.property(fc.constantFrom(...INITIAL_WORDS), spell, sign, sign, behind, (word, spelled, before, after, more) => {
      const digits = /^\d+$/.test(word);
      expect(out(`${before}${spelled(word)}${after}${digits ? "" : more.map((one) => ` ${one}`).join("")}`)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a word inside another, behind others or with a story behind it asks for nothing", () => {
  const others = fc.constantFrom("quero", "I will", "mañana", "bugün", "ok", "vou");
  fc.assert(
    fc.property(fc.constantFrom(...INITIAL_WORDS), others, (word, other) => {
      expect(out(`${other} ${word}`)).toBe(false);
      expect(out(`${word}${other.replace(" ", "")}x`)).toBe(false);
      expect(out(`${word} da loja hoje à tarde com vocês todos`)).toBe(false);
    }),
    { numRuns: 300 },
  );
});
