// Menus as text, and what a customer's answer to one means.
import type { Option, QueueFacts } from "./situation.ts";
import { MAX_ANSWER, plain } from "../../contract/words/plain.ts";
import type { Words } from "../../contract/words/bot-words.ts";

/** `*1* - Vendas`, a line each; then how to get out. */
export function listOf(names: readonly string[], ways: readonly string[]): string {
  return [...names.map((name, i) => `*${i + 1}* - ${name}`), ...ways].join("\n");
}
export const queueList = (queues: readonly QueueFacts[], words: Words): string =>
  listOf(queues.map(({ name }) => name), [words.leaveLine]);
export const optionList = (options: readonly Option[], words: Words): string =>
  listOf(options.map(({ name }) => name), [words.backLine, words.leaveLine]);

/** Paragraphs; those without words are left out. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => text.trim()).filter(Boolean).join("\n\n");
}

/** Which of these is meant: its number counted from 1, or its whole name. Null: none. */
export function choose(text: string, names: readonly string[]): number | null {
  if (text.length > MAX_ANSWER) return null;
  const number = /^\s*\*?(\d{1,4})(?:\uFE0F?\u20E3)?\*?\s*[.)-]?\s*$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) >= 1 && Number(number) <= names.length ? Number(number) - 1 : null;
  const said = plain(text);
  const at = said ? names.findIndex((name) => plain(name) === said) : -1;
  return at < 0 ? null : at;
}

/** The customer wants to end it. */
export function isLeaving(text: string | null, words: Words): boolean {
  return text !== null && [plain("sair"), plain(words.leave)].includes(plain(text));
}

/**
 * A rating: the decimal number that the text begins with, as a whole number from 0 to 10 (docs/product/automation.md#rating).
 * Null: none.
 */
export function ratingOf(text: string): number | null {
  const number = /^\s*\*?([-+]?\d+(?:[.,]\d+)?)/.exec(text.slice(0, MAX_ANSWER))?.[1];
  return number === undefined ? null : Math.round(Math.min(10, Math.max(0, Number(number.replace(",", ".")))));
}

/** The next level of a tree: the options below one; null: the first. */
export function childrenOf(queue: QueueFacts, optionId: number | null): Option[] {
  return queue.options.filter((option) => option.parentId === optionId);
}
