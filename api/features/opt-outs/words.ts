// Which answers ask for no more messages (docs/product/opt-outs.md#words).
import { plain } from "../../contract/words/plain.ts";

/** The words of a company that has not chosen its own, in the four languages of the product. */
export const INITIAL_WORDS: readonly string[] = [
  "SAIR",
  "PARAR",
  "PARE",
  "CANCELAR",
  "DESCADASTRAR",
  "REMOVER",
  "NÃO QUERO",
  "0",
  "STOP",
  "UNSUBSCRIBE",
  "REMOVE ME",
  "SALIR",
  "BAJA",
  "NO QUIERO",
  "DUR",
  "ÇIK",
  "İPTAL",
  "İSTEMİYORUM",
];
/** An answer with more words than this tells a story, and a person reads it. */
const MOST_WORDS = 5;

/** What people put behind and between words: signs, emoji, line breaks. */
const bare = (text: string) => plain(plain(text).replace(/[^\p{L}\p{N}]+/gu, " "));

/**
 * Whether a text is one of these words, or begins with one and goes on for a few more ("sair por favor"). A word of digits must
 * stand alone: "0 pessoas" is an answer.
 */
export function asksOut(text: string, words: readonly string[]): boolean {
  const said = bare(text);
  if (said === "" || said.split(" ").length > MOST_WORDS) return false;
  return words.some((word) => {
    const wanted = bare(word);
    return wanted !== "" && (said === wanted || !/^\d+$/.test(wanted) && said.startsWith(`${wanted} `));
  });
}
