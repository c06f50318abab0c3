/** What tokens cost at prices of a million of each, as decimal text; empty where no price is said. */
export function costOf(
  tokens: { tokensIn: number; tokensOut: number },
  { priceIn, priceOut }: { priceIn: string; priceOut: string },
): string {
  if (!priceIn && !priceOut) return "";
  return ((tokens.tokensIn * Number(priceIn) + tokens.tokensOut * Number(priceOut)) / 1_000_000).toFixed(6);
}
