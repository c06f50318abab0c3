// A conversation offers to remember what was said; whoever keeps the list of tasks takes it. Neither imports the other.
import { whenForgotten } from "./session.ts";

/** What somebody wants to remember of a conversation. */
export interface Remembered {
  text: string;
  ticket: { uuid: string; name: string };
}
type Taker = (what: Remembered) => void;
let taker: Taker | undefined;
/** Of the first seconds, in which the list of tasks is not loaded yet. */
let waiting: Remembered[] = [];
whenForgotten(() => void (waiting = []));

/** Registers the function that keeps what is remembered. */
export function takeRemembered(take: Taker): void {
  taker = take;
  waiting.forEach(take);
  waiting = [];
}

/** Hands on what a person wants to remember. */
export function remember(what: Remembered): void {
  if (taker) taker(what);
  else waiting.push(what);
}
