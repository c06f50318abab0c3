// The commands, with their words and keys: keyboard, palette, list of shortcuts and tooltips read them here. Features register
// theirs in `startup.ts` or `later.ts`, so nothing here knows of any.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import i18next from "i18next";
import type { LucideIcon } from "lucide-react";
import { capsOf, isCharacter } from "./page/keys.ts";
import { lettersAtom } from "./who/preferences.ts";

export const groups = ["ticket", "write", "list", "go", "app"] as const;
export type Group = typeof groups[number];
export interface Command {
  /** `ticket.close` */
  id: string;
  group: Group;
  /** Its words: a key, and the namespace it is in. */
  label: string;
  ns: string;
  icon?: LucideIcon;
  /** The first is the one shown. */
  keys?: readonly string[];
  /** Goes on while the key is held. */
  repeats?: boolean;
  /** True for a command that only has a key: the palette leaves it out. */
  keyOnly?: boolean;
  /** Whether the command is possible now; left out, always. */
  ready?: () => boolean;
  run: () => unknown;
}
const all = new Map<string, Command>();
/** Most commands are registered after the first screen: components that show keys are drawn again. */
const countAtom = atom(0);

/** Registers commands. */
export function register(...list: Command[]): void {
  for (const command of list) all.set(command.id, command);
  getDefaultStore().set(countAtom, all.size);
}
/** All commands, in the order of registration. */
export const commands = (): Command[] => [...all.values()];
/** The commands that are possible now. */
export const readyCommands = (): Command[] => commands().filter((command) => command.ready?.() ?? true);

export const nameOf = ({ label, ns }: Command): string => i18next.t(label, { ns });

/** The keys of a command that work here: single letters may be turned off. */
export const keysOf = (command: Command, letters: boolean): readonly string[] =>
  (command.keys ?? []).filter((keys) => letters || !isCharacter(keys));

/** The key that a button shows for its command, stroke by stroke; undefined where it has none. */
export function useCaps(): (id: string) => string[][] | undefined {
  const letters = useAtomValue(lettersAtom);
  useAtomValue(countAtom);
  return (id) => {
    const command = all.get(id);
    const [keys] = command ? keysOf(command, letters) : [];
    return keys === undefined ? undefined : capsOf(keys, i18next.language);
  };
}

/** Which of the two is on screen: the palette, or the list of shortcuts. */
export const openAtom = atom<"palette" | "shortcuts" | null>(null);
export const openCommands = (what: "palette" | "shortcuts" | null): void => getDefaultStore().set(openAtom, what);

/** The levels that Escape leaves, from the innermost outwards; dialogs and menus above close by themselves first. */
const levels = ["panel", "selection", "search", "ticket"] as const;
const leavers = new Map<typeof levels[number], Set<() => boolean>>();
/** Registers how Escape leaves one level; `leave` answers whether there was something to leave. Answers a function that unregisters it. */
export function whenEscape(level: typeof levels[number], leave: () => boolean): () => void {
  const set = leavers.get(level) ?? new Set();
  leavers.set(level, set.add(leave));
  return () => set.delete(leave);
}
/** Leaves the innermost level; false when there is none. */
export const escape = (): boolean => levels.some((level) => [...leavers.get(level) ?? []].some((leave) => leave()));
