// Hides the middle of contacts' numbers in whatever leaves the server. Which fields are numbers is marked in the contracts, so a new
// call cannot forget it.
import { changer } from "../../contract/marks.ts";

/** `5511955550101` becomes `***********01`; group ids and empty numbers stay. */
export function maskNumber(number: string): string {
  return number.length <= 2 ? number : "*".repeat(number.length - 2) + number.slice(-2);
}

/** A function that masks a value of a schema, or null when the schema has no number in it. */
export const masker = changer(
  "masked",
  (value) => typeof value === "string" ? maskNumber(value) : value,
  (after, before) => {
    if (before.isGroup === true) return before;
    // Somebody of whom only the number is known is called by it.
    const named = Object.keys(after).find((field) =>
      field !== "name" && before[field] && before[field] === before.name && after[field] !== before[field]
    );
    return named && typeof after[named] === "string" ? { ...after, name: after[named] } : after;
  },
);
