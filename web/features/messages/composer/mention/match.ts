// Naming a colleague in a note, as pure functions of the text and the caret: what is being typed, who fits, what is put there.
import { compareNames } from "../../../../../api/contract/words/name-order.ts";

interface Person {
  id: number;
  name: string;
}
const MAX_QUERY = 40;
const OFFERED = 6;
const wordy = /[\p{L}\p{N}]/u;

/** Without case, accents and the Turkish dotless i. */
const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll(
    "ı",
    "i",
  );

/** What follows the `@` before the caret, and where that stands; null where no name is being typed. */
export function typedName(text: string, caret: number): { from: number; query: string } | null {
  const from = text.slice(0, caret).lastIndexOf("@");
  if (from < 0 || wordy.test(text[from - 1] ?? "")) return null;
  const query = text.slice(from + 1, caret);
  return query.includes("\n") || /^\s/.test(query) || query.length > MAX_QUERY ? null : { from, query };
}

/** How well a name fits: 0 begins with it, 1 a word of it does, 2 holds it, 3 its letters in this order; null not at all. */
function fit(name: string, query: string): number | null {
  const held = plain(name);
  const wanted = plain(query);
  if (held.startsWith(wanted)) return 0;
  if (held.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  if (held.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = held.indexOf(letter, at) + 1;
    if (at === 0) return null;
  }
  return 3;
}

/** The colleagues that fit, the best first, six at most. */
export function fitting<P extends Person>(people: readonly P[], query: string): P[] {
  return people
    .flatMap((person) => {
      const rank = fit(person.name, query);
      return rank === null ? [] : [{ person, rank }];
    })
    .sort((a, b) => a.rank - b.rank || compareNames(a.person.name, b.person.name))
    .slice(0, OFFERED)
    .map(({ person }) => person);
}

/** The text with `@name ` in place of what was typed, and where the caret goes. */
export function withName(text: string, from: number, caret: number, name: string): { text: string; caret: number } {
  const rest = text.slice(caret);
  const put = `@${name}${/^\s/.test(rest) ? "" : " "}`;
  return { text: text.slice(0, from) + put + rest, caret: from + put.length };
}

/** Where names stand in a text: the longest first, so that "Ana Souza" is not "Ana". */
export function namesAt(text: string, names: readonly string[]): { from: number; to: number; name: string }[] {
  const found: { from: number; to: number; name: string }[] = [];
  const lower = text.toLowerCase();
  for (const name of [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length)) {
    const wanted = `@${name.toLowerCase()}`;
    for (let from = lower.indexOf(wanted); from >= 0; from = lower.indexOf(wanted, from + 1)) {
      const to = from + wanted.length;
      const apart = !wordy.test(text[from - 1] ?? "") && !wordy.test(text[to] ?? "");
      if (apart && !found.some((other) => from < other.to && to > other.from)) found.push({ from, to, name });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The ids of those a note names. Of two with the same name the one that was chosen, else both. */
export function idsIn(text: string, people: readonly Person[], chosen: ReadonlySet<number>): number[] {
  const names = new Set(namesAt(text, people.map((person) => person.name)).map(({ name }) => name.toLowerCase()));
  return [...names].flatMap((name) => {
    const same = people.filter((person) => person.name.toLowerCase() === name);
    const picked = same.filter((person) => chosen.has(person.id));
    return (picked.length > 0 ? picked : same).map((person) => person.id);
  });
}
