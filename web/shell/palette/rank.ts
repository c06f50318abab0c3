// How well a name answers what was typed: without case and accents, and with the Turkish i's as one letter. Pure.
import { foldText } from "../../core/words/search-text.ts";

/** 0 where it does not; more is better: the whole beginning, the beginning of words, anywhere, letters in order. */
export function rank(name: string, typed: string): number {
  const needle = foldText(typed.trim());
  const hay = foldText(name);
  if (!needle || hay.startsWith(needle)) return 4;
  const words = hay.split(/[^\p{L}\p{N}]+/u);
  // "no at" finds "Novo atendimento".
  const wanted = needle.split(/\s+/);
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (hay.includes(needle)) return 2;
  let from = 0;
  for (const letter of needle.replaceAll(/\s/g, "")) {
    from = hay.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  // Letters strewn over a long name are chance, not meaning.
  return needle.length >= 3 && from <= needle.length * 4 ? 1 : 0;
}

/** The entries that answer, the best first and otherwise as they came. */
export function ranked<T>(list: readonly T[], name: (entry: T) => string, typed: string): T[] {
  return list.map((entry) => ({ entry, score: rank(name(entry), typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
