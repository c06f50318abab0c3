// A message as one line of a list: formatting shown as in a bubble, and without our own name above our own words.
import { foldText } from "./search-text.ts";

const SIGNATURE = /^\*[^*\n]{1,60}\*:\s*/;
const MARK = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u;

/** A stretch of words; `marks` are those that took effect: `*` bold, `_` italic, `~` struck. */
export interface Piece {
  text: string;
  marks: string;
}

function split(text: string, marks: string): Piece[] {
  const found = MARK.exec(text);
  if (!found) return text ? [{ text, marks }] : [];
  const [whole, mark = "", inner = ""] = found;
  const before = text.slice(0, found.index);
  return [
    ...(before ? [{ text: before, marks }] : []),
    ...split(inner, marks + mark),
    ...split(text.slice(found.index + whole.length), marks),
  ];
}

/** The words with the formatting that took effect. Marks that format nothing stay. */
export function pieces(text: string, fromMe: boolean): Piece[] {
  return split((fromMe ? text.replace(SIGNATURE, "") : text).replaceAll("```", ""), "");
}
/** The words only. */
export const plain = (text: string, fromMe: boolean): string =>
  pieces(text, fromMe).map((piece) => piece.text).join("");

/** So many characters of it, whole code points, with an ellipsis. */
export function cutPieces(all: readonly Piece[], max: number): Piece[] {
  const length = all.reduce((sum, piece) => sum + Array.from(piece.text).length, 0);
  if (length <= max) return [...all];
  let room = max - 1;
  const kept: Piece[] = [];
  for (const { text, marks } of all) {
    const points = Array.from(text).slice(0, room);
    if (points.length > 0) kept.push({ text: points.join(""), marks });
    room -= points.length;
  }
  const last = kept.at(-1);
  if (last) last.text = `${last.text.trimEnd()}…`;
  return kept;
}

/** A text in turns of what was not and what was looked for: `["Oi, ", "Ana", " aqui"]`. Without a find it is one part. */
export function withFinds(text: string, needle: string): string[] {
  const wanted = foldText(needle.trim());
  if (!wanted) return [text];
  // Letter by letter, because folding may change how long a text is.
  const letters = Array.from(text);
  const folded = letters.map(foldText);
  const starts: number[] = [];
  let at = 0;
  for (const letter of folded) {
    starts.push(at);
    at += letter.length;
  }
  const whole = folded.join("");
  const parts: string[] = [];
  let from = 0;
  const letterAt = (place: number) => starts.findLastIndex((start) => start <= place);
  for (let find = whole.indexOf(wanted); find >= 0; find = whole.indexOf(wanted, find + wanted.length)) {
    const [first, last] = [letterAt(find), letterAt(find + wanted.length - 1)];
    parts.push(letters.slice(from, first).join(""), letters.slice(first, last + 1).join(""));
    from = last + 1;
  }
  return [...parts, letters.slice(from).join("")];
}
