// What the menu has for the person who is signed in: the declared screens whose access, plan and conditions fit.
import { useSetAtom } from "jotai";
import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import type { MenuEntry } from "../../core/page/screen.ts";
import { useMe } from "../../core/who/me.ts";
import { isOffered, menuScreens, type Screen } from "../screens.ts";
import { shownAtom } from "../shown.ts";

export interface Entry {
  name: string;
  href: string;
  icon: LucideIcon;
  /** Keys of its words. */
  label: string;
  /** What fits below an icon on a phone, where the label does not. */
  short?: string;
  group: MenuEntry["group"];
  daily: boolean;
  /** Something in it waits for attention. */
  dot: boolean;
  /** How much is new in it. */
  count: number;
}

/** The key of a word that is there before the screen is. */
export const screenWord = ({ words: [own] }: Pick<Screen, "words">, word: "title" | "short"): string =>
  `screens:${own}.${word}`;

/** The menu's entries in its order. Once, in the frame, which gives them to whatever shows them. */
export function useEntries(): Entry[] {
  const me = useMe();
  const setShown = useSetAtom(shownAtom);
  const entries = menuScreens.flatMap((screen): Entry[] => {
    const { name, path, menu } = screen;
    const offered = isOffered(screen, me);
    // Always the same screens, hence always the same hooks.
    const shown = menu.useShown?.(offered) ?? true;
    const dot = menu.useDot?.(offered) ?? false;
    const count = menu.useCount?.(offered) ?? 0;
    if (!offered || !shown) return [];
    const short = menu.short && screenWord(screen, "short");
    const { icon, group, daily = false } = menu;
    return [{ name, href: path, icon, label: screenWord(screen, "title"), short, group, daily, dot, count }];
  });
  const names = entries.map(({ name }) => name).join();
  useEffect(() => setShown(new Set(names.split(","))), [names]);
  return entries;
}
