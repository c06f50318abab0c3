// What was chosen last, on this device, of this person; it goes when they sign out.

/** A command by its id, or a ticket or contact by its name of then. */
export type Recent = { kind: "command"; id: string } | { kind: "ticket"; id: string; name: string } | {
  kind: "contact";
  id: string;
  name: string;
};
const KEY = "recado.palette";
const KEPT = 6;

/** The last ones, newest first. */
export function recents(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept as Recent[] : [];
  } catch {
    return [];
  }
}

export function remember(chosen: Recent): void {
  const others = recents().filter(({ kind, id }) => kind !== chosen.kind || id !== chosen.id);
  localStorage.setItem(KEY, JSON.stringify([chosen, ...others].slice(0, KEPT)));
}
