// What is typed after a press with a pointer goes into the answer, wherever the focus was left.
import { getDefaultStore } from "jotai";
import { href } from "../../core/page/href.ts";
import { fieldOf, lastInput } from "../../core/page/last-input.ts";
import { replyField, replyWantedAtom } from "../../core/page/reply-field.ts";

/** Something lies above the screen and has the keys for itself. */
export const isCovered = (): boolean =>
  document.querySelector("dialog[open]") !== null ||
  (document.activeElement?.closest("[popover]") ?? null) !== null;

/** What led to this moment, as far as it decides what a letter means. */
interface Moment {
  inbox: boolean;
  led: "pointer" | "key" | null;
  /** The field of an answer is about to take the focus. */
  wanted: boolean;
}
/** Whether a letter is a command now: in the inbox not after a pointer, and not while one is about to write. */
export const lettersCommand = ({ inbox, led, wanted }: Moment): boolean => !inbox || (led !== "pointer" && !wanted);
/** The moment of a key that is pressed now. */
export const momentNow = (): Moment => ({
  inbox: location.pathname === href("tickets") || location.pathname.startsWith(`${href("tickets")}/`),
  led: lastInput(),
  wanted: location.pathname === href("ticket", { uuid: getDefaultStore().get(replyWantedAtom) ?? "" }),
});

/** True for a key that writes a sign, also the first of two that make one. */
export const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, altGraph: boolean): boolean =>
  (key === "Dead" || Array.from(key).length === 1) && (altGraph || (!ctrlKey && !metaKey && !altKey));

/** Gives the answer's field the keys that write, until the answered function is called. Where there is none they do nothing. */
export function typeIntoReply(): () => void {
  const onKeyDown = (e: KeyboardEvent) => {
    if (!writes(e, e.getModifierState("AltGraph")) || lettersCommand(momentNow())) return;
    if (isCovered() || fieldOf(e.target)) return;
    const field = replyField();
    if (!field && /[/?]/.test(e.key)) return;
    // The row or button that was pressed has no use for it: a space would press it again.
    e.stopPropagation();
    if (field) field.focus();
    else e.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown, true);
  return () => document.removeEventListener("keydown", onKeyDown, true);
}
