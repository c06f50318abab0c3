/** Brazil, area code, eight digits of a mobile (they start with 6 to 9; landlines with 2 to 5). */
const OLD_BRAZILIAN_MOBILE = /^(55\d{2})([6-9]\d{7})$/;

/** A number as contacts are found by it: digits, Brazilian mobiles with their ninth digit, as channels report them. */
export function canonicalNumber(number: string): string {
  return number.replace(/\D/g, "").replace(OLD_BRAZILIAN_MOBILE, "$19$2");
}
