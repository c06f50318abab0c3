// Which rows are chosen to do one thing to all of them.
import { atom, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";

export interface Selection {
  ids: ReadonlySet<number>;
  /** Where a range begins: the row that was chosen last. */
  anchor: number | null;
}
export const nothing: Selection = { ids: new Set(), anchor: null };
export const selectionAtom = atom<Selection>(nothing);
/** True while rows are being chosen: a finger that taps a row chooses it then. */
export const choosingAtom = atom((get) => get(selectionAtom).ids.size > 0);

/** One row more, or one less. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}
/** All rows from the one that was chosen last to this one, as they are on screen. */
export function ranged({ ids, anchor }: Selection, shown: readonly number[], id: number): Selection {
  const from = anchor === null ? -1 : shown.indexOf(anchor);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return toggled({ ids, anchor }, id);
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor };
}

/** True if this row is chosen; only its own change draws it again. */
export function useIsChosen(id: number): boolean {
  return useAtomValue(useMemo(() => selectAtom(selectionAtom, ({ ids }) => ids.has(id)), [id]));
}
