// Whether this device rings: asks the browser, subscribes, tells the server, and mends at each start what no longer fits.
import { atom, getDefaultStore } from "jotai";
import { notifications } from "../../../api/features/notifications/contract.ts";
import type { Me } from "../../../api/features/session/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { deviceName } from "../../core/page/device-name.ts";
import { readChoice, writeChoice } from "./choice.ts";
import { facts, type Obstacle, obstacle } from "./platform.ts";
import { fetchRules } from "./rules.ts";
import { subscriptionPlan } from "./subscription-plan.ts";

export type DeviceState = "on" | "off" | "denied" | Exclude<Obstacle, null>;
const WORKER_WITHIN_MS = 15_000;
/** One change at a time, in all windows: what a start still mends must not undo what the person chose meanwhile. */
const alone = <T>(change: () => Promise<T>): Promise<T> =>
  navigator.locks.request("recado.ringing", change) as Promise<T>;

function stateOf(me: Me): DeviceState {
  const hindered = obstacle(facts());
  if (hindered) return hindered;
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && readChoice(me).rings ? "on" : "off";
}
/** Whether this device rings for the signed-in person. */
export const deviceStateAtom = atom<DeviceState>("off");
/** Looks again; the person may have changed it in the browser's own settings. */
export const lookAgain = (me: Me): void => getDefaultStore().set(deviceStateAtom, stateOf(me));

async function registration(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("the app's service worker did not start")), WORKER_WITHIN_MS)
  );
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
const keyOf = ({ options }: PushSubscription) =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscribe(me: Me, publicKey: string, held: PushSubscription | null): Promise<void> {
  const { pushManager } = await registration();
  const subscription = held ??
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint, keys } = subscription.toJSON();
  await callApi(notifications.addDevice, {
    body: {
      endpoint: endpoint ?? "",
      keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
      name: deviceName(navigator.userAgent),
    },
  });
  writeChoice(me, { rings: true, endpoint });
}

/**
 * Lets this device ring. Call it from a tap: the browser then asks the person. Answers what became of it; throws ApiError when
 * the server refuses and the browser's own error when it has no push service.
 */
export async function turnOn(me: Me): Promise<DeviceState> {
  const hindered = obstacle(facts());
  if (!hindered && await Notification.requestPermission() === "granted") {
    await alone(async () => {
      const { publicKey } = await fetchRules();
      const { pushManager } = await registration();
      const held = await pushManager.getSubscription();
      const fits = held !== null && keyOf(held) === publicKey;
      if (held && !fits) await held.unsubscribe();
      await subscribe(me, publicKey, fits ? held : null);
    });
  }
  lookAgain(me);
  return getDefaultStore().get(deviceStateAtom);
}

/** This device rings no more, until somebody turns it on here again. */
export async function turnOff(me: Me): Promise<void> {
  const off = () => {
    writeChoice(me, { rings: false, endpoint: undefined });
    lookAgain(me);
  };
  off();
  await alone(async () => {
    // A change that was under way has chosen otherwise.
    off();
    const held = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
    await held?.unsubscribe();
    const own = (await callApi(notifications.devices)).find((device) => device.current);
    if (own) await callApi(notifications.removeDevice, { params: { id: own.id } });
  });
}

/** At a start: subscribes again where the person wants it and browser and server no longer agree. */
export async function keepRinging(me: Me): Promise<void> {
  lookAgain(me);
  if (getDefaultStore().get(deviceStateAtom) === "on") await alone(() => mend(me));
}
async function mend(me: Me): Promise<void> {
  // It may have been turned off while this waited for its turn.
  if (!readChoice(me).rings) return;
  const [rules, devices, { pushManager }] = await Promise.all([
    fetchRules(),
    callApi(notifications.devices),
    registration(),
  ]);
  const held = await pushManager.getSubscription();
  const plan = subscriptionPlan({
    subscription: held && { endpoint: held.endpoint, key: keyOf(held) },
    told: readChoice(me).endpoint,
    publicKey: rules.publicKey,
    known: devices.some((device) => device.current),
  });
  if (plan === "nothing") return;
  if (plan === "fresh") await held?.unsubscribe();
  await subscribe(me, rules.publicKey, plan === "tell" ? held : null);
}
