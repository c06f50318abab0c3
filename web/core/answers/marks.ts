// Marks the cached answers that may differ from the server's: those the device made, and those that could not be fetched again.

/** Where an answer comes from when it is not the server's. */
export interface FromDevice {
  /** As of when, ms of the server's clock. */
  at: number;
  /** True where the server may have more records. */
  partial: boolean;
}

const marks = new Map<string, FromDevice>();
const made = new Set<string>();
const hashOf = (key: readonly unknown[]) => JSON.stringify(key);

/** The mark of the answer under a key, when it is not the server's. */
export const fromDevice = (key: readonly unknown[]): FromDevice | undefined => marks.get(hashOf(key));

/** Notes that the answer under a key is not the server's. */
export function mark(key: readonly unknown[], from: FromDevice): void {
  marks.set(hashOf(key), from);
}

/** True while any answer is marked. */
export const anyMarks = (): boolean => marks.size > 0;

/** Notes that this device made an answer from its own records: its count covers only those. */
export function noteMade(key: readonly unknown[]): void {
  made.add(hashOf(key));
}
/** True for an answer that the device made of a part. */
export const isMade = (key: readonly unknown[]): boolean => made.has(hashOf(key));

/** Removes the mark: the server has answered. */
export function unmark(key: readonly unknown[]): void {
  marks.delete(hashOf(key));
  made.delete(hashOf(key));
}

/** Removes the mark of an answer that no screen shows any more: the next screen that does asks the server. */
export function dropMark(key: readonly unknown[]): void {
  marks.delete(hashOf(key));
}
