/** The list with one entry moved by a place; out of bounds changes nothing. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list];
  const [entry] = next.splice(index, 1);
  if (entry === undefined || index + by < 0 || index + by >= list.length) return [...list];
  next.splice(index + by, 0, entry);
  return next;
}
