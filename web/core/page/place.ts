// A reader's place on a screen. Noted before an update reloads the app, taken once by the screen that comes back.
const KEY = "recado.place";
const FRESH_MS = 2 * 60_000;
const readers = new Map<string, () => unknown>();

/** Registers a function that tells a screen's place. Answers a function that unregisters it. */
export function keepsPlace(name: string, read: () => unknown): () => void {
  readers.set(name, read);
  return () => readers.delete(name);
}

/** Notes all places; call it right before a reload. */
export function savePlaces(): void {
  const places = Object.fromEntries([...readers].map(([name, read]) => [name, read()]));
  sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), places }));
}

interface Noted {
  at: number;
  places: Record<string, unknown>;
}
function noted(): Noted {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "") as Noted;
    if (Date.now() - kept.at < FRESH_MS) return kept;
  } catch { /* nothing was noted */ }
  return { at: 0, places: {} };
}

/** True if there is a place of that name to come back to. */
export const hasPlace = (name: string): boolean => name in noted().places;

/** The place of that name before the reload; once, and not long after. */
export function takePlace(name: string): unknown {
  const { at, places } = noted();
  const place = places[name];
  if (name in places) {
    delete places[name];
    sessionStorage.setItem(KEY, JSON.stringify({ at, places }));
  }
  return place;
}
