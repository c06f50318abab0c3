// Whose token it is, as it says itself: another tab may have signed somebody else in, and nobody's work goes out as another's.

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
/** Whose this token is; empty when it is nobody's. */
export function ownerOf(token: string | null): string {
  const { sub, cid } = claims(token);
  return typeof cid === "number" ? ownerName(cid, Number(sub)) : "";
}
/** The session that this token is of; empty when it is none's. */
export function sessionOf(token: string | null): string {
  const { sid } = claims(token);
  return typeof sid === "string" ? sid : "";
}
