// The one order of names: in the server's lists, in the app's live and offline lists, in the proofs. `app.name_key` of the
// database is the same function, character for character, whatever the server's locale is; name-order.test.ts compares the two.

/** Letters that Unicode does not take apart, as one writes them without their stroke. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ı: "i", ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ð: "d", þ: "th" },
};
const KEY_CHARS = 250;
/** Combining accents, and what nobody sees: joiners, marks of direction, variation selectors, the soft hyphen. */
const UNSEEN = /[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0E\uFE0F\uFEFF]/g;
/** Capital letters of the Latin, Greek and Cyrillic alphabets that are left when accents are gone. */
const CAPITALS = /[A-ZÆÐØÞĐŁŒẞΑ-ΡΣ-ΩЂЄ-ІЈ-ЋЏА-ЯҐ]/g;
const SPECIAL = /[ıßøłđæœðþς]/g;
// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7F]*$/;

/**
 * What a name is sorted by: its letters without accents, case and marks that nobody sees (É, é and e are one letter, ß is ss, the
 * Turkish ı and İ are i, letters for show such as 𝓐 are plain ones), its first 250 characters. Two keys are compared character by character: spaces and most
 * signs, digits one by one, `_`, Latin, Greek, Cyrillic letters, those of other alphabets by their number in Unicode, emoji last.
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().slice(0, KEY_CHARS);
  const key = name.normalize("NFKD").replace(UNSEEN, "").replace(CAPITALS, (letter) => letter.toLowerCase())
    .replace(SPECIAL, (letter) => letter === "ς" ? "σ" : PLAIN_LETTERS[letter]!);
  return key.length > KEY_CHARS ? [...key].slice(0, KEY_CHARS).join("") : key;
}

/** Below 0 if `a` comes first, 0 where the order sees no difference: the id decides then. */
export function compareNames(a: string, b: string): number {
  return compareCharacters(nameKey(a), nameKey(b));
}

/** Puts records in the order of their names, equal ones by id: the server's `order by name_key, id`. */
export function byName(a: { id: number; name: string }, b: { id: number; name: string }): number {
  return compareNames(a.name, b.name) || a.id - b.id;
}

/** As PostgreSQL compares bytes of UTF-8: by code point, where JavaScript's own `<` puts emoji before U+E000. */
function compareCharacters(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return isHalf(left) === isHalf(right) ? left - right : isHalf(left) ? 1 : -1;
  }
  return a.length - b.length;
}
const isHalf = (unit: number) => unit >= 0xD800 && unit <= 0xDFFF;
