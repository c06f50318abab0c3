// The installed app was opened again while it runs: a shortcut leads somewhere, the plain icon leaves one where one was.
import { navigate } from "wouter/use-browser-location";

/** Not in every browser, and not yet in its types. */
const { launchQueue } = globalThis as {
  launchQueue?: { setConsumer(consumer: (launch: { targetURL?: string }) => void): void };
};

/** Goes where a launch points (the manifest's `launch_handler` only brings the window to the front). */
export function followLaunches(): void {
  launchQueue?.setConsumer(({ targetURL }) => {
    const url = targetURL ? new URL(targetURL) : null;
    if (!url || url.origin !== location.origin || url.searchParams.get("source") === "app") return;
    const target = url.pathname + url.search;
    if (target !== location.pathname + location.search) navigate(target);
  });
}
