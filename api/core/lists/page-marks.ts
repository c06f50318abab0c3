// Where pages begin. The API speaks page numbers; inside, a page is found from the end of a page already served, so that
// page 500 costs what page 1 costs. Marks are a hint, kept in memory: without one, an index-only skip finds the place.
export interface Mark {
  /** The sort key of the last row of the page before, as PostgreSQL's text (a Date would lose microseconds). */
  at: string;
  id: number;
}
const MAX_LISTS = 5_000;
const MAX_MARKS = 64;
const lists = new Map<string, Map<number, Mark>>();

/** The nearest known beginning at or before a page: the page that begins there and its mark; page 1 has none. */
export function nearestMark(list: string, page: number): { page: number; mark: Mark | null } {
  const marks = lists.get(list);
  let best = 1;
  for (const known of marks?.keys() ?? []) if (known <= page && known > best) best = known;
  return { page: best, mark: marks?.get(best) ?? null };
}
/** Notes where a page begins. */
export function noteMark(list: string, page: number, mark: Mark): void {
  const marks = lists.get(list) ?? new Map<number, Mark>();
  marks.delete(page);
  marks.set(page, mark);
  if (marks.size > MAX_MARKS) marks.delete(marks.keys().next().value!);
  lists.delete(list);
  lists.set(list, marks);
  if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value!);
}
