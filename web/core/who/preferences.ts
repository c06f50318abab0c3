// The preferences of this device: sound volume, theme, signature, playback speed. In localStorage under the names that older apps
// used, shared by all tabs.
import { atom, getDefaultStore, type WritableAtom } from "jotai";

type Preference<T> = WritableAtom<T, [T], void>;

const keys = new Set<string>();
/** True for a key that belongs to the device and stays when a person is forgotten. */
export const isPreference = (key: string): boolean => keys.has(key);

function preference<T>(key: string, initial: T, read: (text: string) => T): Preference<T> {
  keys.add(key);
  const load = () => {
    const text = globalThis.localStorage?.getItem(key);
    return text === null || text === undefined ? initial : read(text);
  };
  const value = atom(load());
  globalThis.addEventListener?.("storage", (e) => {
    if ((e as StorageEvent).key === key) getDefaultStore().set(value, load());
  });
  return atom((get) => get(value), (_get, set, next: T) => {
    localStorage.setItem(key, String(next));
    set(value, next);
  });
}

/** Loudness of sounds, 0 to 1 in steps of 0.1. */
export const volumeAtom = preference("volume", 1, (text) => Math.min(1, Math.max(0, Number(text) || 0)));
/** The theme chosen on this device; empty until somebody chooses, then it wins over the person's default. */
export const themeChoiceAtom = preference<"light" | "dark" | "">(
  "preferredTheme",
  "",
  (text) => text === "light" || text === "dark" ? text : "",
);
/** Whether the person's name goes above their messages. */
export const signatureAtom = preference("signOption", true, (text) => text === "true");
/** Speed of voice messages: 0.5, 1, 1.5 or 2. */
export const playbackSpeedAtom = preference("audioMessageRate", 1, (text) => Number(text) || 1);
/** The language before anybody signed in, and of this device since. Empty: the browser's. */
export const languageAtom = preference("language", "", (text) => text);
/** Whether the ticket that waits longest opens after closing one. Empty until somebody chooses: a desk does, a phone does not. */
export const openNextAtom = preference<"yes" | "no" | "">(
  "openNext",
  "",
  (text) => text === "yes" || text === "no" ? text : "",
);
/** Whether this device shows the menu open. Empty until somebody chooses: the person's `defaultMenu` counts. */
export const menuAtom = preference<"open" | "closed" | "">(
  "menu",
  "",
  (text) => text === "open" || text === "closed" ? text : "",
);
/** How close things stand: two lines a ticket instead of three. */
export const densityAtom = preference<"comfortable" | "compact">(
  "density",
  "comfortable",
  (text) => text === "compact" ? text : "comfortable",
);
/** The size of letters as a share of the usual. */
export const textScales = [0.9, 1, 1.15, 1.3] as const;
export const textScaleAtom = preference<number>(
  "textScale",
  1,
  (text) => textScales.find((scale) => scale === Number(text)) ?? 1,
);
/** Whether single letters are commands. Off for people who dictate, or whose tools press letters (WCAG 2.1.4). */
export const lettersAtom = preference("letterKeys", true, (text) => text !== "false");
