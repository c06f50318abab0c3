/// <reference lib="webworker" />
// The service worker: one file per subject in `worker/`. A new version waits until the person agrees; nothing is ever swapped
// under somebody who is writing.
import { serveFiles } from "./worker/files.ts";
import { serveWiping } from "./worker/wipe.ts";
import { sendInBackground } from "./worker/outbox.ts";
import { ringOnPush } from "./worker/push.ts";
import { receiveShared } from "./worker/share.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

serveFiles(self.__WB_MANIFEST);
serveWiping();
sendInBackground();
ringOnPush();
receiveShared();

// The page of a first visit is served from now on too: it works without a network, and holds the next version back like others.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
