// Reads a token's owner from the token: another tab may have signed another person in, and no work may go out under their name.

/** A person as a token names them: company and person. */
export const ownerName = (companyId: number, userId: number): string => `${companyId}-${userId}`;

function claims(token: string | null): Record<string, unknown> {
  try {
    const part = (token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return JSON.parse(atob(part)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
/** The owner of this token; empty when it has none. */
export function ownerOf(token: string | null): string {
  const { sub, cid } = claims(token);
  return typeof cid === "number" ? ownerName(cid, Number(sub)) : "";
}
/** The session of this token; empty when it has none. */
export function sessionOf(token: string | null): string {
  const { sid } = claims(token);
  return typeof sid === "string" ? sid : "";
}
