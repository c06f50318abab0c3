// The access token: in memory, in localStorage so that every tab of the browser starts with it at once, and in the device's
// database, where the service worker reads it and may have put a newer one.
import { readIdentity, writeIdentity } from "../store/identity.ts";
import { ownerName, ownerOf } from "./token-owner.ts";

const KEY = "recado.token";
let current: string | null | undefined;

/** The token to send, or null when nobody is signed in. */
export function readToken(): string | null {
  if (current === undefined) current = globalThis.localStorage?.getItem(KEY) ?? null;
  return current;
}

/** The first token of a person who signed in. */
export function beginToken(token: string): void {
  current = token;
  writeToken(token);
}

/**
 * Keeps a renewed token for this tab and the next ones; null forgets it. One that comes when nobody is signed in any more, the
 * answer to a refresh that was under way, is dropped: a person who left stays signed out. So is one that comes when somebody else is.
 */
export function writeToken(token: string | null): void {
  if (token && ownerOf(readToken()) !== ownerOf(token)) return;
  current = token;
  if (token) globalThis.localStorage?.setItem(KEY, token);
  else globalThis.localStorage?.removeItem(KEY);
  void readIdentity().then((who) => {
    if (!token) return writeIdentity(null);
    return who && ownerName(who.companyId, who.userId) === ownerOf(token)
      ? writeIdentity({ ...who, token })
      : undefined;
  });
}

/** This tab sends nobody's token any more; what is stored is left to the person whom another tab signed in. */
export function dropToken(): void {
  current = null;
}

/** Another tab or the service worker refreshed or signed out: takes over what it stored. */
export async function reloadToken(): Promise<string | null> {
  const stored = globalThis.localStorage?.getItem(KEY) ?? null;
  const known = (await readIdentity())?.token ?? null;
  // The last refresh wins; localStorage is out of the worker's reach, the database is not.
  current = known !== null && known !== current ? known : stored ?? known;
  return current;
}

globalThis.addEventListener?.("storage", (e) => {
  if ((e as StorageEvent).key === KEY) current = undefined;
});
