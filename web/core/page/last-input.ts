// Whether a pointer or a key led a person to where they are. After a pointer what they type is text, not a command.

export type Input = "pointer" | "key";
let last: Input | null = null;

/** Keys that lead somewhere; inside a field most of them move the caret only. */
const LEADS = /^(?:Tab|Escape|Enter|Home|End|Page|Arrow)/;
const LEADS_OUT = /^(?:Tab|Escape)$/;

/** The state after a pressed key: led by a key, or as before. */
export const inputAfter = (before: Input | null, key: string, inField: boolean): Input | null =>
  (inField ? LEADS_OUT : LEADS).test(key) ? "key" : before;

/** The last kind of input; null before any. */
export const lastInput = (): Input | null => last;
/** A command was given by keys: they lead from now on. */
export const ledByKey = (): void => void (last = "key");

const FIELDS = "input, textarea, select, [contenteditable=''], [contenteditable=true]";
/** The field an event comes from; null where it comes from none. */
export const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(FIELDS) : null;

/** Follows pointer and keys until the answered function is called. */
export function followInput(): () => void {
  last = null;
  const press = () => void (last = "pointer");
  const key = (e: KeyboardEvent) => void (last = inputAfter(last, e.key, fieldOf(e.target) !== null));
  addEventListener("pointerdown", press, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointerdown", press, true);
    removeEventListener("keydown", key, true);
  };
}

/**
 * Gives the focus to the open conversation, else to the screen, where keys led the person here and what had it is gone: a browser then
 * leaves it nowhere, and Tab begins at the top of the page again.
 */
export function keepFocus(): void {
  setTimeout(() => {
    if (lastInput() !== "key" || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[role=log], #main")?.focus({ preventScroll: true });
  });
}
