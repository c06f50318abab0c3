// Whose token it is, as it says itself: another tab may have signed somebody else in, and nobody's work goes out as another's.

/** A person as a token names them: company and person. */
export const ownerName = (companyId: number, userId: number): string => `${companyId}-${userId}`;

/** Whose this token is; empty when it is nobody's. */
export function ownerOf(token: string | null): string {
  try {
    const part = (token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { sub, cid } = JSON.parse(atob(part)) as { sub?: unknown; cid?: unknown };
    return typeof cid === "number" ? ownerName(cid, Number(sub)) : "";
  } catch {
    return "";
  }
}
