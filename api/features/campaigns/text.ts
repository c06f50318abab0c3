// The words of a campaign as one person reads them (docs/product/campaigns.md#variables).

export interface Reader {
  name: string;
  number: string;
  email: string;
}
interface Variable {
  key: string;
  value: string;
}

/**
 * Fills {nome}, {primeiroNome}, {numero}, {email} and the company's own in, with one pair of braces or two. What is not known stays
 * as it was written, and what is filled in is not read again: a variable that names itself is just its text.
 */
export function fillCampaign(text: string, { name, number, email }: Reader, own: readonly Variable[]): string {
  const values = new Map<string, string>([
    ...own.map(({ key, value }) => [key.toLowerCase(), value] as const),
    ["nome", name],
    ["primeironome", name.trim().split(/\s+/)[0] ?? ""],
    ["numero", number],
    ["email", email],
  ]);
  return text.replace(
    /\{\{\s*([\p{L}\p{N}_]+)\s*\}\}|\{\s*([\p{L}\p{N}_]+)\s*\}/gu,
    (whole, doubled, single) => values.get((doubled ?? single).toLowerCase()) ?? whole,
  );
}

/** The variants that have words, each with its place from 1. */
export function variantsOf(texts: readonly string[]): { place: number; text: string }[] {
  return texts.map((text, at) => ({ place: at + 1, text: text.trim() })).filter(({ text }) => text !== "");
}
