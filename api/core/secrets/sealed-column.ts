// What lies sealed in the database: declared in the `sealed.ts` of its room, so that another SECRET_KEY finds all of it.

export interface SealedColumn {
  table: string;
  /** SQL of what a row's `sealed` is bound to, as who seals it says. */
  bound: string;
}

/** Declares a table whose column `sealed` holds what `seal` made. */
export function sealedColumn(table: string, bound: string): SealedColumn {
  return { table, bound };
}
