// The person of this device is forgotten: nothing rings for them here, with or without a network. The server forgets the
// device with its session. A file of its own, small enough to be there when the app starts.
import { closeAll } from "./shown.ts";

/** Ends the browser's subscription and takes away what is shown. */
export async function forgetDevice(): Promise<void> {
  await closeAll();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
