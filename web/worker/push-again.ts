/// <reference lib="webworker" />
// The browser replaced this device's subscription while the app was closed: the server is told the new one. What fails here is
// made good at the app's next start.
import { authorised } from "../core/who/authorised.ts";
import { readIdentity } from "../core/store/identity.ts";
import { deviceName } from "../core/page/device-name.ts";
import { reloadToken } from "../core/who/token.ts";

declare const self: ServiceWorkerGlobalScope;

interface Change {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

/** Subscribes again with the same key, unless the browser did, and tells the server. */
export async function registerAgain({ oldSubscription, newSubscription }: Change): Promise<void> {
  const who = await readIdentity();
  const key = oldSubscription?.options.applicationServerKey;
  if (!who || (!newSubscription && !key)) return;
  const subscription = newSubscription ??
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, name: deviceName(self.navigator.userAgent) });
  const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  await reloadToken();
  await authorised(() => new Request("/api/notifications/devices", { method: "POST", headers, body }));
}
