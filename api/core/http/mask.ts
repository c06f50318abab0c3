// Hides the middle of contacts' numbers in whatever leaves the server. Which fields are numbers is marked in the contracts, so a new
// call cannot forget it.
import { changer } from "../../contract/marks.ts";

/** `5511955550101` becomes `5511*******01`, as `app.masked` in SQL; at least six digits are hidden of a number that has them. */
export function maskNumber(number: string): string {
  if (number.length <= 2) return number;
  const shown = Math.min(4, Math.max(0, number.length - 8));
  return number.slice(0, shown) + "*".repeat(number.length - 2 - shown) + number.slice(-2);
}
/** Whether a contact is called by its number, in whatever spelling: then its name is masked like the number, as `app.shown_name` does. */
export function namesNumber(name: string, number: string): boolean {
  const digits = name.replace(/\D/g, "");
  return number !== "" && digits.length >= 6 && (digits.endsWith(number) || number.endsWith(digits));
}

/** A function that masks a value of a schema, or null when the schema has no number in it. */
export const masker = changer(
  "masked",
  (value) => typeof value === "string" ? maskNumber(value) : value,
  (after, before) => {
    if (before.isGroup === true) return before;
    const { name } = before;
    const named = Object.keys(after).find((field) =>
      field !== "name" && after[field] !== before[field] && typeof before[field] === "string" &&
      typeof name === "string" && namesNumber(name, before[field])
    );
    return named && typeof after[named] === "string" ? { ...after, name: after[named] } : after;
  },
);
