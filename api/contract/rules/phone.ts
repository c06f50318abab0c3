// What a phone number may look like, by country: both sides read a typed or imported number by these rules
// (docs/product/contacts.md#fields).

/** Digits after the country's code, where the numbering plan is known well enough to say so. */
const plans: Record<string, RegExp> = {
  // Area code 11–99 without a zero, then a mobile with nine digits (older lists: eight) or a landline with eight.
  "55": /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/,
  "1": /^[2-9]\d{2}[2-9]\d{6}$/,
  "34": /^[6-9]\d{8}$/,
  "351": /^[2-9]\d{8}$/,
  "54": /^\d{10,11}$/,
  "52": /^\d{10,11}$/,
  "57": /^\d{10}$/,
  "56": /^\d{9}$/,
  "90": /^[2-5]\d{9}$/,
};
/** The shortest number with its country's code that exists, and the longest (E.164). */
const ANY = /^[1-9]\d{7,14}$/;

/** Countries that people may name as their numbers' own, by calling code. */
export const countryCodes = ["55", "351", "54", "56", "57", "52", "34", "1", "90"] as const;

/** True if the digits are a number that can exist, country code first. */
export function isPossibleNumber(digits: string): boolean {
  if (!ANY.test(digits)) return false;
  const code = Object.keys(plans).sort((a, b) => b.length - a.length).find((known) => digits.startsWith(known));
  return code === undefined || plans[code]!.test(digits.slice(code.length));
}

/**
 * The digits of a number as people write it. Without a country's code (no plus, no `00`) that of `country` goes before what fits
 * its plan; a zero that only long-distance calls need is left out. Answers null for what cannot be a number.
 */
export function readNumber(typed: string, country: string): string | null {
  const text = typed.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "");
  if (text.startsWith("+")) return isPossibleNumber(digits) ? digits : null;
  if (digits.startsWith("00")) return isPossibleNumber(digits.slice(2)) ? digits.slice(2) : null;
  const local = digits.replace(/^0/, "");
  if (plans[country]?.test(local)) return country + local;
  return isPossibleNumber(digits) ? digits : null;
}

/** The country a person's numbers most likely are of, from the language they read. */
export function countryOf(language: string): string {
  return ({ pt: "55", es: "34", tr: "90", en: "1" } as Record<string, string>)[language.slice(0, 2)] ?? "55";
}
