// The access token: in memory, in localStorage so that every tab of the browser starts with it at once, and in the device's
// database, where the service worker reads it and may have put a newer one.
import { readIdentity, writeIdentity } from "../store/identity.ts";
import { looks } from "./support-token.ts";
import { ownerName, ownerOf } from "./token-owner.ts";

const KEY = "recado.token";
let current: string | null | undefined;

/** The token to send, or null when nobody is signed in. */
export function readToken(): string | null {
  if (current === undefined) current = looks ?? globalThis.localStorage?.getItem(KEY) ?? null;
  return current;
}

/** The first token of a person who signed in. */
export function beginToken(token: string): void {
  current = token;
  writeToken(token);
}

/**
 * Stores a renewed token for this tab and the next ones; null forgets it. Drops a token that comes when nobody is signed in any more
 * (the answer to a refresh under way), so that the person stays signed out, and one that comes when another person is signed in.
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

/** Drops this tab's token; the stored one belongs to the person whom another tab signed in. */
export function dropToken(): void {
  current = null;
}

/** Takes over the token that another tab or the service worker stored or deleted. */
export async function reloadToken(): Promise<string | null> {
  const stored = globalThis.localStorage?.getItem(KEY) ?? null;
  const known = (await readIdentity())?.token ?? null;
  // The last refresh wins: the worker cannot write to localStorage, only to the database.
  current = known !== null && known !== current ? known : stored ?? known;
  return current;
}

globalThis.addEventListener?.("storage", (e) => {
  if ((e as StorageEvent).key === KEY) current = undefined;
});
