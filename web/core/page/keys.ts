// Keys as text: "e", "?", "Alt+j", "Ctrl+Alt+e", "Mod+k" (Ctrl, on a Mac ⌘) and "g i", one after the other. Pure.

/** The parts of a keyboard event that count. */
export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** AltGr writes signs; a key held with it is no command. */
  altGraph: boolean;
  /** An input method is composing: the key belongs to it. */
  composing: boolean;
}
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Turkish keyboards have two of them; both are the letter i of a command. */
const FOLDED: Record<string, string> = { ı: "i", İ: "i" };

/**
 * The Latin letter of a key. By what it writes, so that every Latin layout has its own places; by its place where it writes
 * letters of another script, and with Alt, which writes signs on a Mac.
 */
function letterOf({ key, code, altKey }: Press): string | null {
  const written = FOLDED[key] ?? key.toLowerCase();
  if (/^[a-z]$/.test(written)) return written;
  const foreign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (altKey || foreign) && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
}

/** The keys pressed together, or null where they mean nothing: a modifier alone, a sign of AltGr, a part of a composition. */
export function strokeOf(press: Press, mac = isMac): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, altGraph, composing } = press;
  if (composing || key === "Process") return null;
  // A sign is a sign wherever the layout has it: with Shift, with AltGr or by itself.
  const bare = altGraph || (!ctrlKey && !metaKey && !altKey);
  if (bare && /^[/?]$/.test(key)) return key;
  if (altGraph) return null;
  const letter = letterOf(press);
  // Ctrl+Alt is AltGr on Windows: a key that wrote a sign (€) was not meant as a command.
  if (ctrlKey && altKey && !mac && key.toLowerCase() !== letter) return null;
  const name = letter ?? (key === "/" || key === "Enter" || key === "Escape" ? key : null);
  if (name === null) return null;
  const mod = mac ? metaKey : ctrlKey;
  const other = mac ? ctrlKey : metaKey;
  const parts = [
    mod && "Mod",
    other && (mac ? "Ctrl" : "Meta"),
    altKey && "Alt",
    shiftKey && letter && "Shift",
    name,
  ];
  return parts.filter((part) => part !== false && part !== null).join("+");
}

/** The strokes of a binding: "Ctrl+Alt+e" is written as the platform's own. */
export const strokesOf = (keys: string, mac = isMac): string[] =>
  keys.split(" ").map((stroke) => mac ? stroke : stroke.replace("Ctrl+", "Mod+"));

/** True for a key that a screen reader or dictation may press by mistake: people can turn it off (WCAG 2.1.4). */
export const isCharacter = (keys: string): boolean => keys.split(" ").every((stroke) => !stroke.includes("+"));

const MAC: Record<string, string> = { Mod: "⌘", Alt: "⌥", Ctrl: "⌃", Shift: "⇧" };
/** The labels of the keys, stroke by stroke. */
export function capsOf(keys: string, language: string, mac = isMac): string[][] {
  return keys.split(" ").map((stroke) =>
    stroke.split("+").map((part) =>
      part.length === 1 ? part.toLocaleUpperCase(language) : mac ? MAC[part] ?? part : part === "Mod" ? "Ctrl" : part
    )
  );
}
