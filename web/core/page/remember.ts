// A conversation offers to remember what was said; whoever keeps the list of tasks takes it. Neither imports the other.

/** What somebody wants to remember of a conversation. */
export interface Remembered {
  text: string;
  ticket: { uuid: string; name: string };
}
let taker: ((what: Remembered) => void) | undefined;

/** Registers the function that keeps what is remembered. */
export function takeRemembered(take: (what: Remembered) => void): void {
  taker = take;
}

/** Hands on what a person wants to remember. */
export function remember(what: Remembered): void {
  taker?.(what);
}
