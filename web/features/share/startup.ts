// What was shared belongs to whoever is signed in here: it leads them to its screen once, and goes when they go.
import { navigate } from "wouter/use-browser-location";
import { href } from "../../core/page/href.ts";
import { whenForgotten, whileSignedIn } from "../../core/session.ts";
import { dropShared, lastSeen, readShared } from "../../core/store/shared.ts";

/** Somebody who had to sign in first is still thinking of what they shared, ms. */
const FRESH_MS = 15 * 60_000;

whileSignedIn(() => {
  if (location.pathname === href("share")) return;
  const seen = lastSeen();
  void readShared().then((items) => {
    const now = Date.now();
    if (items.some(({ at }) => at > seen && now - at < FRESH_MS)) navigate(href("share"));
  });
});
whenForgotten(async () => {
  await dropShared((await readShared()).map(({ id }) => id));
});
