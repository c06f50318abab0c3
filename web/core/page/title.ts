// Shows the number of unread messages outside the page: the tab's title, the icon of the installed app, a dot on the tab's icon.
import { PRODUCT_NAME } from "../../../api/contract/settings.ts";
import { dotFavicon } from "./favicon.ts";

let appName: string = PRODUCT_NAME;
let unread = 0;
let calling = 0;
let unsent = 0;
let badge = 0;

/** Circled digits up to 20, then the number in brackets. Empty at zero. */
export function unreadMark(count: number): string {
  if (count <= 0) return "";
  return count <= 20 ? String.fromCodePoint(0x2460 + count - 1) : `(${count})`;
}

/** The number on the app's icon: unread messages for this person, and unsent actions where the open app's strip does not show them. */
export const badgeCount = (known: { calling: number; unsent: number; hidden: boolean }): number =>
  known.calling + (known.hidden ? known.unsent : 0);

function write() {
  const mark = unreadMark(unread);
  document.title = mark ? `${mark} ${appName}` : appName;
}

function writeBadge() {
  const count = badgeCount({ calling, unsent, hidden: document.visibilityState === "hidden" });
  if (count === badge) return;
  badge = count;
  void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

/** Sets the name that the title says. */
export function setAppName(name: string): void {
  appName = name;
  write();
}

/**
 * Sets how many messages are unread: `count` in the title, `all` with the waiting tickets of the queues on the app's icon, as the
 * server counts for a closed app; a dot where there is no icon.
 */
export function setUnread(count: number, all: number): void {
  calling = all;
  if (count !== unread) {
    unread = count;
    write();
    // Only an installed app has an icon to put a number on.
    const installed = "setAppBadge" in navigator && matchMedia("(display-mode: standalone)").matches;
    void dotFavicon(count > 0 && !installed);
  }
  writeBadge();
}

/** Sets how many actions wait on this device to be sent. */
export function setUnsent(count: number): void {
  unsent = count;
  writeBadge();
}

globalThis.document?.addEventListener("visibilitychange", writeBadge);
