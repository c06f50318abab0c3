// Phone numbers as all channels write them: one person, one number.
import type { Identity } from "./mod.ts";

/** Brazil, area code, eight digits of a mobile (they start with 6 to 9; landlines with 2 to 5). */
const OLD_BRAZILIAN_MOBILE = /^(55\d{2})([6-9]\d{7})$/;

/** The kind of identity that a telephone number is, on every channel that knows numbers. */
export const PHONE = "phone";

/** A phone in its canonical form, with the number to send to where that differs. */
export function phone(waId: string): Identity {
  const digits = waId.replace(/\D/g, "");
  const value = digits.replace(OLD_BRAZILIAN_MOBILE, "$19$2");
  return value === digits ? { kind: PHONE, value } : { kind: PHONE, value, address: digits };
}
