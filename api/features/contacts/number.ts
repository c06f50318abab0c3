import { phone } from "../../../channels/sdk/phone.ts";

/** A number as contacts are found by it: digits, Brazilian mobiles with their ninth digit, exactly as channels report them. */
export function canonicalNumber(number: string): string {
  return phone(number).value;
}
