// How long a customer has been waiting, as a colour that ages.
const AMBER_AFTER_MS = 15 * 60_000;
const RED_AFTER_MS = 60 * 60_000;

export type Age = "fresh" | "amber" | "red";

/** Amber from 15 minutes, red from an hour without an answer. */
export function waitingAge(since: string | null, now: number): Age {
  const waited = since === null ? 0 : now - Date.parse(since);
  return waited >= RED_AFTER_MS ? "red" : waited >= AMBER_AFTER_MS ? "amber" : "fresh";
}
