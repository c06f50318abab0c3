// Finds the records inside an answer: a plain array, or the one array of a page (`{tickets, hasMore, count}`).
import type { Answer, Endpoint } from "../../../api/contract/endpoint.ts";

type ArrayKey<A> = { [K in keyof A]-?: NonNullable<A[K]> extends readonly unknown[] ? K : never }[keyof A];
/** The records' type of a list endpoint. */
export type RecordOf<E extends Endpoint> = Answer<E> extends readonly (infer R)[] ? R
  : Answer<E> extends object ? Answer<E>[ArrayKey<Answer<E>>] extends readonly (infer R)[] ? R : never
  : never;

export interface Page {
  hasMore: boolean;
  /** Where the next page begins, where the server says so instead of counting pages. */
  next?: string;
  count: number;
  countIsMinimum?: boolean;
  [records: string]: unknown;
}
export interface Pages {
  pages: Page[];
  pageParams: unknown[];
}
export type Row = Record<string, unknown>;

/** The key under which a page carries its records. */
export function recordsKey(page: Page): string {
  return Object.keys(page).find((key) => Array.isArray(page[key])) ?? "records";
}
export const recordsOf = (page: Page): Row[] => (page[recordsKey(page)] ?? []) as Row[];

/** True for the data of an infinite query. */
export function isPages(data: unknown): data is Pages {
  return typeof data === "object" && data !== null && Array.isArray((data as Pages).pages);
}

/** All records in the order the pages came, each id once: a live insert moves records across page borders. */
export function flatten(data: Pages): Row[] {
  const seen = new Set<unknown>();
  return data.pages.flatMap(recordsOf).filter((row) => row.id === undefined || !seen.has(row.id) && seen.add(row.id));
}
