// The notifications that this device shows, for pages and the service worker. They are shown and looked through in turns: Chromium
// forgets one that comes while it looks through them, and nothing can take that one off the screen any more.

const LOCK = "recado.notifications";
/** A page that the system put to sleep may hold the turn; what rings does not wait longer for it, ms. */
const TURN_MS = 5000;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(TURN_MS) }, begin) as T;
  } catch (error) {
    if (begun) throw error;
    return await begin();
  }
}

/** What shows now, with this tag only where one is given; nothing where the browser has no notifications. Rejects as the browser does. */
export async function noticesOf(here: ServiceWorkerRegistration | undefined, tag?: string): Promise<Notification[]> {
  if (!here?.getNotifications) return [];
  return await inTurn(() => here.getNotifications(tag ? { tag } : undefined));
}

/** Shows one. Rejects where the person took the permission back. */
export async function showNotice(
  here: ServiceWorkerRegistration,
  title: string,
  options: NotificationOptions,
): Promise<void> {
  await inTurn(() => here.showNotification(title, options));
}
