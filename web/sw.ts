/// <reference lib="webworker" />
// The service worker: the shell works without network, everything of the API stays with the app's own stores. A new version
// waits until the person agrees; nothing is ever swapped under somebody who is writing.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/media\//,
  /^\/webhooks\//,
  /^\/chat(\/|\.js$)/,
  /^\/(healthz|readyz|metrics)$/,
];
const SCREENS = "screens-v1";
const MAX_SCREENS = 120;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL("index.html"), { denylist: SERVER_PATHS }));

// Hashed files never change: the first answer is kept for good, the oldest go when there are many.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/icons/")),
  async ({ request }) => {
    const cache = await caches.open(SCREENS);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_SCREENS)).map((key) => cache.delete(key)));
    }
    return answer;
  },
);

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
