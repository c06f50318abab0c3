/// <reference lib="webworker" />
// The app's own files: the shell works without network; everything of the API stays with the app's own stores.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/(media|brand)\//,
  /^\/manifest\.webmanifest$/,
  /^\/webhooks\//,
  /^\/chat(\/|\.js$)/,
  /^\/(healthz|readyz|metrics)$/,
];
/** Not in every browser, nor in the types. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: "network" }[]): Promise<void>;
}
/** A page asks whether its files are of this build (`shell/version/version-worker.ts`). */
const OWN = "recado.own";
const SCREENS = "screens-v1";
const MAX_SCREENS = 120;

/**
 * What the worker never answers does not wake it. A request that arrives while it stops for its successor starts it anew, and
 * the successor waits until it has been idle for half a minute, which in a busy inbox it never is.
 */
function leaveToServer(): void {
  self.addEventListener("install", (event) => {
    const routed = (event as InstallEvent).addRoutes?.(
      ["/api/*", "/media/*"].map((urlPattern) => ({ condition: { urlPattern }, source: "network" as const })),
    );
    if (routed) event.waitUntil(routed.catch(() => undefined));
  });
}

/** Serves the shell and the hashed files from the device. */
export function serveFiles(precached: { url: string; revision: string | null }[]): void {
  leaveToServer();
  precacheAndRoute(precached);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL("index.html"), { denylist: SERVER_PATHS }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/(assets|icons|brand)\//.test(url.pathname),
    ({ request }) => fromScreens(request),
  );
  const own = new Set(precached.map(({ url }) => `/${url}`));
  self.addEventListener("message", ({ data, ports }) => {
    if (data?.type === OWN) ports[0]?.postMessage((data.files as string[]).every((file) => own.has(file)));
  });
}

/** Hashed files never change: the first answer is kept for good, the oldest go when there are many. */
async function fromScreens(request: Request): Promise<Response> {
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
}
