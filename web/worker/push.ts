/// <reference lib="webworker" />
// Rings when the app is closed: shows what a push brings, takes it away when it was read elsewhere, and opens the ticket by a tap.
import { noticesOf, showNotice } from "../core/device/notices.ts";
import { readIdentity } from "../core/store/identity.ts";
import { keepAndSend, sendFromWorker } from "./outbox.ts";
import { anonymous, endedSession, isSafari, type OpenWindow, planPush, type RingData, windowFor } from "./push-plan.ts";
import { sessionEnded } from "./wipe.ts";
import { registerAgain } from "./push-again.ts";

declare const self: ServiceWorkerGlobalScope;

interface Window extends OpenWindow {
  client: WindowClient;
}

async function openWindows(): Promise<Window[]> {
  const clients = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return clients.map((client) => ({
    client,
    url: client.url,
    visible: client.visibilityState === "visible",
    focused: client.focused,
  }));
}

function read(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function close(tag: string): Promise<void> {
  for (const shown of await noticesOf(self.registration, tag)) shown.close();
}

async function setBadge(count: number): Promise<void> {
  const { navigator } = self;
  await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

async function ring(event: PushEvent): Promise<void> {
  const who = await readIdentity();
  const body = read(event.data);
  const ended = endedSession(body);
  if (ended && !await sessionEnded(ended)) return;
  const showing = (await noticesOf(self.registration)).map(({ tag }) => tag);
  const plan = planPush(who ? body : anonymous(body), await openWindows(), {
    language: who?.language ?? self.navigator.language,
    maxActions: (globalThis as { Notification?: { maxActions?: number } }).Notification?.maxActions ?? 0,
    showing,
    mustShow: isSafari(self.navigator.userAgent),
  });
  // Refused once the person took the permission back; what waits is sent all the same.
  if (plan.show) {
    await showNotice(self.registration, plan.show.title, plan.show.options).catch(() => undefined);
  }
  if (plan.close) await close(plan.close);
  if (plan.badge !== undefined) await setBadge(plan.badge);
  // The device is awake and has a network: what waits goes out on the same occasion.
  await sendFromWorker().catch(() => undefined);
}

/**
 * Keeps "accept" in the outbox and sends it; what the person sees next does not wait for the network. A notification may be
 * old: what somebody else has accepted, or closed since, is left alone.
 */
async function accept({ ticketId, uuid }: RingData): Promise<void> {
  const who = await readIdentity();
  if (!who || !ticketId) return;
  await keepAndSend({
    ticketId,
    kind: "accept",
    call: { method: "PUT", path: `/tickets/${ticketId}`, body: { status: "open", userId: who.userId, ifUserId: null } },
    about: { uuid },
  });
}

async function show(path: string, uuid: string, reply: boolean): Promise<void> {
  const window = windowFor(await openWindows(), path);
  if (!window) {
    await self.clients.openWindow(reply ? `${path}#reply` : path);
    return;
  }
  // Told before it is focused: a browser that refuses the focus has moved to the ticket all the same. The app goes there by
  // itself, so nothing it holds is lost.
  window.client.postMessage(uuid ? { open: uuid, ...(reply && { reply }) } : { go: path });
  await window.client.focus().catch(() => undefined);
}

async function tapped(event: NotificationEvent): Promise<void> {
  const data = event.notification.data as RingData | null;
  event.notification.close();
  const accepted = event.action === "accept" && data ? accept(data).catch(() => undefined) : undefined;
  await show(data?.path ?? "/tickets", data?.uuid ?? "", event.action === "reply");
  await accepted;
}

/** Listens for pushes, taps and a subscription that the browser replaced. */
export function ringOnPush(): void {
  self.addEventListener("push", (event) => event.waitUntil(ring(event)));
  self.addEventListener("notificationclick", (event) => event.waitUntil(tapped(event)));
  self.addEventListener("pushsubscriptionchange", (event) => {
    (event as ExtendableEvent).waitUntil(registerAgain(event as Parameters<typeof registerAgain>[0]));
  });
}
