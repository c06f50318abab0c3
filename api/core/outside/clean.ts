// What strangers wrote, as it can be stored: PostgreSQL takes neither NUL nor half a character, and one of them must not stop the rest.

/** The same value with every text in it cleaned, in lists and objects too; bytes and dates stay what they are. */
export function cleaned<T>(value: T): T {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed() as T;
  if (Array.isArray(value)) return value.map(cleaned) as T;
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)])) as T;
}
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null;
}
