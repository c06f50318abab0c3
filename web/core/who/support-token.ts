// The token by which this tab looks into another company: in this tab only, so that the others stay the operator's own.
const KEY = "recado.support";

/** The token, or null where the tab is somebody's own. */
export function supportToken(): string | null {
  try {
    return globalThis.sessionStorage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}
/** Keeps it for the next start of this tab; null forgets it. */
export function keepSupportToken(token: string | null): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}
/** Whether this tab looks into another company. */
export const isLooking = (): boolean => supportToken() !== null;
