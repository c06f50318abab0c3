// Emoji used last on this device, newest first.
const KEY = "recentEmoji";
const MAX = 16;

/** What was used last; empty where nothing is kept. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MAX) : [];
  } catch {
    return [];
  }
}
/** The list with one used now. */
export const withUsed = (recent: readonly string[], emoji: string): string[] =>
  [emoji, ...recent.filter((one) => one !== emoji)].slice(0, MAX);

/** Remembers that one was used. */
export function noteEmoji(emoji: string): void {
  localStorage.setItem(KEY, JSON.stringify(withUsed(recentEmoji(), emoji)));
}
