// The browser tab's title: the white-label name, and in front of it how much is unread.
import { DEFAULT_APP_NAME } from "../../api/contract/settings.ts";

let appName = DEFAULT_APP_NAME;
let unread = 0;

/** Circled digits up to 20, then the number in brackets (spec 1 §2). Empty at zero. */
export function unreadMark(count: number): string {
  if (count <= 0) return "";
  return count <= 20 ? String.fromCodePoint(0x2460 + count - 1) : `(${count})`;
}
function write() {
  const mark = unreadMark(unread);
  document.title = mark ? `${mark} ${appName}` : appName;
}
/** Sets the name; an empty one becomes the default. */
export function setAppName(name: string): void {
  appName = name || DEFAULT_APP_NAME;
  write();
}
/** Sets how many messages are unread, in the title and on the app's icon where the system shows it. */
export function setUnread(count: number): void {
  if (count === unread) return;
  unread = count;
  write();
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}
