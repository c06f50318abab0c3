// What stands in a column of the family, as we keep it: its databases hold whatever a bot, a spreadsheet or an old version wrote.

/** Text that PostgreSQL can hold, at most so many characters. */
export function words(value: unknown, most: number): string {
  const text = value === null || value === undefined ? "" : String(value);
  return text.replaceAll("\u0000", "").slice(0, most).toWellFormed().trim();
}
/** An id as text, or null: no row has an empty one. */
export function idOf(value: unknown): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}
/** True for what any of the databases calls true. */
export const truth = (value: unknown): boolean => value === true || value === 1 || value === "1" || value === "true";

const EARLIEST = Date.UTC(2009, 0, 1);
/** A moment, or null for one that no message can have. */
export function moment(value: unknown, now = Date.now()): Date | null {
  const at = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : NaN;
  return at >= EARLIEST && at <= now + 864e5 ? new Date(at) : null;
}
/** A colour as `#rrggbb`, or null. */
export function colour(value: unknown): string | null {
  const text = words(value, 20).toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  return /^#[0-9a-f]{3}$/.test(text) ? `#${[...text.slice(1)].map((one) => one + one).join("")}` : null;
}
/** A name that is not among those taken, whatever their case; it is then taken too. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} (${n})`;
  taken.add(name.toLowerCase());
  return name;
}
/** The same for a colour: the next one that differs. */
export function freeColour(wanted: string | null, taken: Set<string>): string {
  let value = Number.parseInt((wanted ?? "#64748b").slice(1), 16);
  const hex = () => `#${value.toString(16).padStart(6, "0")}`;
  while (taken.has(hex())) value = (value + 0x10307) % 0x1000000;
  taken.add(hex());
  return hex();
}
