// A person's preferences follow them to every device: a choice made here is sent to the server; preferences read with the person
// take effect here. A choice that could not be sent goes with the next one, or when the person is read again.
import { getDefaultStore, type PrimitiveAtom, type WritableAtom } from "jotai";
import { type Preferences, users } from "../../../api/features/users/contract.ts";
import { callApi } from "./api.ts";
import { currentMe, setMe } from "./me.ts";
import { densityAtom, lettersAtom, openNextAtom, textScaleAtom, themeChoiceAtom } from "./preferences.ts";

type Key = keyof Preferences;
type Choice = WritableAtom<unknown, [unknown], void> | PrimitiveAtom<unknown>;
const choices = {
  density: densityAtom,
  textScale: textScaleAtom,
  letterKeys: lettersAtom,
  openNext: openNextAtom,
  theme: themeChoiceAtom,
} as unknown as Record<Key, Choice>;
const keys = Object.keys(choices) as Key[];

const untold = new Set<Key>();
let adopting = false;

/** Takes over choices made elsewhere; choices made here that could not be sent stay. */
export function adoptPreferences(theirs: Preferences): void {
  adopting = true;
  const store = getDefaultStore();
  for (const key of keys) {
    const value = theirs[key];
    if (value !== undefined && !untold.has(key) && store.get(choices[key]) !== value) store.set(choices[key], value);
  }
  adopting = false;
  if (untold.size > 0) void sendChoices();
}

/** Sends the choices made on this device; the answered function ends it. */
export function followPreferences(): () => void {
  const stops = keys.map((key) =>
    getDefaultStore().sub(choices[key], () => {
      if (adopting || getDefaultStore().get(choices[key]) === "") return;
      untold.add(key);
      void sendChoices();
    })
  );
  return () => {
    stops.forEach((stop) => stop());
    untold.clear();
  };
}

async function sendChoices(): Promise<void> {
  const chosen = [...untold];
  const body = Object.fromEntries(chosen.map((key) => [key, getDefaultStore().get(choices[key])])) as Preferences;
  try {
    const preferences = await callApi(users.preferences, { body });
    const me = currentMe();
    if (me) setMe({ ...me, preferences });
    for (const key of chosen) if (getDefaultStore().get(choices[key]) === body[key]) untold.delete(key);
  } catch { /* told with the next choice, or when the person is read again */ }
}
