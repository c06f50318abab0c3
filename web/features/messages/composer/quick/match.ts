// Choosing a quick message after `/`, as pure functions of what is typed.
import type { QuickMessage } from "../../../../../api/features/quick-messages/contract.ts";
import { foldText } from "../../../../core/words/search-text.ts";

const MAX_QUERY = 60;
const OFFERED = 20;

/** What is looked for: the text after a `/` at the very start, on one line; null where it is no call. */
export function typedCode(text: string): string | null {
  return text.startsWith("/") && text.length <= MAX_QUERY && !text.includes("\n") ? text.slice(1) : null;
}

/** How well a message fits, the least first: its code begins so, holds it, its text does; null: not at all. */
function fit({ shortcode, message }: QuickMessage, query: string): number | null {
  const code = foldText(shortcode);
  if (code.startsWith(query)) return 0;
  if (code.includes(query)) return 1;
  const words = foldText(`${shortcode} ${message}`);
  return query.split(/\s+/).every((word) => words.includes(word)) ? 2 : null;
}

/** The messages that fit, best first. */
export function fittingMessages(all: readonly QuickMessage[], typed: string): QuickMessage[] {
  const query = foldText(typed.trim());
  return all
    .flatMap((message) => {
      const rank = fit(message, query);
      return rank === null || (!message.message && !message.isMedia) ? [] : [{ message, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, OFFERED)
    .map(({ message }) => message);
}
