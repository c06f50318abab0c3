// The access token: in memory, and in localStorage so that every tab of the browser has the same one.
const KEY = "recado.token";
let current: string | null | undefined;

/** The token to send, or null when nobody is signed in. */
export function readToken(): string | null {
  if (current === undefined) current = globalThis.localStorage?.getItem(KEY) ?? null;
  return current;
}

/** Keeps a token for this tab and the next ones; null forgets it. */
export function writeToken(token: string | null): void {
  current = token;
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
}

/** Another tab refreshed or signed out: takes over what it stored. */
export function reloadToken(): string | null {
  current = undefined;
  return readToken();
}

globalThis.addEventListener?.("storage", (e) => {
  if ((e as StorageEvent).key === KEY) current = undefined;
});
