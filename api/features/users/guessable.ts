// Passwords that somebody guesses who knows whose they are (docs/product/session.md#passwords).

/** Shorter words are in too many others. */
const SHORTEST_WORD = 3;
/** What people add to a word: a year, a number, a sign. */
const MOST_ADDED = 4;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether a password is made of words of its context: names of the product, the company and the person, their e-mail, with at most
 * four digits or signs around them. Case and accents make no difference. Words of two letters do not count.
 */
export function isGuessable(password: string, context: readonly string[]): boolean {
  const words = new Set(
    context.flatMap((text) => [...plain(text).split(/[^\p{L}\p{N}]+/u), plain(text).replace(/[^\p{L}\p{N}]+/gu, "")])
      .filter((word) => word.length >= SHORTEST_WORD),
  );
  const left = [...words].sort((a, b) => b.length - a.length).reduce(
    (rest, word) => rest.replaceAll(word, " "),
    plain(password),
  );
  return left.includes(" ") && !/\p{L}/u.test(left) && left.replaceAll(" ", "").length <= MOST_ADDED;
}
