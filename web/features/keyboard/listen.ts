// Turns keys into commands.
import { getDefaultStore } from "jotai";
import { type Command, commands, escape, keysOf } from "../../core/commands.ts";
import { isCharacter, strokeOf, strokesOf } from "../../core/page/keys.ts";
import { fieldOf, ledByKey } from "../../core/page/last-input.ts";
import { forgetReply, replyField } from "../../core/page/reply-field.ts";
import { pressedEarly } from "./early.ts";
import { lettersAtom } from "../../core/who/preferences.ts";
import { isCovered, lettersCommand, momentNow } from "./typing.ts";

/** How long the second key of "g i" may take, ms. */
const NEXT_WITHIN_MS = 1500;

interface Typed {
  strokes: readonly string[];
  letters: boolean;
  inField: boolean;
}
/** What these strokes mean here: a command, "more" when they begin one, null for nothing. */
export function meaning(list: readonly Command[], typed: Typed): Command | "more" | null {
  const { strokes, letters, inField } = typed;
  const said = strokes.join(" ");
  let more = false;
  for (const command of list) {
    for (const keys of keysOf(command, letters)) {
      if (inField && isCharacter(keys)) continue;
      const own = strokesOf(keys).join(" ");
      if (own !== said && !own.startsWith(`${said} `)) continue;
      if (command.ready && !command.ready()) continue;
      if (own === said) return command;
      more = true;
    }
  }
  return more ? "more" : null;
}

/** Listens until the answered function is called. */
export function listen(): () => void {
  let before: { strokes: string[]; at: number } = { strokes: [], at: 0 };
  const onKeyDown = (e: KeyboardEvent) => {
    // A component that has used the key already keeps it.
    if (e.defaultPrevented) return;
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = e;
    const altGraph = e.getModifierState("AltGraph");
    const stroke = strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph, composing: e.isComposing });
    if (stroke === null || isCovered()) return;
    const field = fieldOf(e.target);
    if (stroke === "Escape") return onEscape(e, field);
    if (/^\p{L}$/u.test(stroke) && !lettersCommand(momentNow())) return;
    const context = { letters: getDefaultStore().get(lettersAtom), inField: field !== null };
    const begun = Date.now() - before.at < NEXT_WITHIN_MS ? before.strokes : [];
    const [strokes, found] = [[...begun, stroke], [stroke]]
      .map((tried) => [tried, meaning(commands(), { strokes: tried, ...context })] as const)
      .find(([, meant]) => meant !== null) ?? [[], null];
    before = { strokes: found === "more" ? strokes : [], at: Date.now() };
    if (found === null) return;
    e.preventDefault();
    if (found === "more" || (e.repeat && !found.repeats)) return;
    ledByKey();
    void found.run();
  };
  document.addEventListener("keydown", onKeyDown);
  // In the order of files this comes before some of the commands.
  setTimeout(() => pressedEarly().forEach(onKeyDown));
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Out of an answer one comes to its row of the list, or else to the conversation: the focus is never nowhere. */
function leaveField(field: HTMLElement) {
  const places = field === replyField()
    ? [...document.querySelectorAll<HTMLElement>("main a[data-row][aria-current=page], main [role=log]")]
    : [];
  const place = places.find((element) => element.checkVisibility());
  if (place) place.focus({ preventScroll: true });
  else field.blur();
}

/** A field first gives the focus back; after that Escape leaves the selection, the search, the ticket. */
function onEscape(e: KeyboardEvent, field: HTMLElement | null) {
  forgetReply();
  if (field) leaveField(field);
  else if (!escape()) return;
  e.preventDefault();
}
