// Amounts as people type them, and as hundredths.

/** Hundredths as a field shows them, `1299,90`; empty for none. */
export const moneyField = (cents: number | null): string =>
  cents === null ? "" : (cents / 100).toFixed(2).replace(".", ",");

/** The hundredths of what was typed: null for nothing, undefined where it is no amount. */
export function centsOf(typed: string): number | null | undefined {
  const text = typed.replace(/[^\d.,-]/g, "");
  if (text === "") return typed.trim() === "" ? null : undefined;
  // The last point or comma with one or two digits behind it begins the hundredths; all others part thousands.
  const parts = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(text);
  const whole = parts?.[1]?.replace(/[.,]/g, "") ?? "";
  if (!parts || (whole === "" && !parts[2])) return undefined;
  return Number(whole || "0") * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}
