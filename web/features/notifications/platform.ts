// What this browser can do about ringing, and which one it is where a person has to be led through its settings.

/** Why this device cannot ring at all; null when it can. */
export type Obstacle = "install" | "insecure" | "unsupported" | null;
/** Browsers whose ways to undo a "no" differ. */
export type BrowserKind = "android" | "chrome" | "firefox" | "ios" | "safari";

export interface Facts {
  userAgent: string;
  secure: boolean;
  /** Service worker, push and notifications are there. */
  capable: boolean;
  /** An iPad calls itself a Mac; its screen gives it away. */
  touches: number;
  standalone: boolean;
}

/** The facts of this browser. */
export const facts = (): Facts => ({
  userAgent: navigator.userAgent,
  secure: isSecureContext,
  capable: "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis,
  touches: navigator.maxTouchPoints,
  standalone: matchMedia("(display-mode: standalone)").matches,
});

const isIos = ({ userAgent, touches }: Facts) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touches > 1);

/** iPhones and iPads ring only for what is on the home screen. */
export function obstacle(known: Facts): Obstacle {
  if (!known.secure) return "insecure";
  if (known.capable) return null;
  return isIos(known) && !known.standalone ? "install" : "unsupported";
}

/** The browser, as far as its settings are concerned. */
export function browserKind(known: Facts): BrowserKind {
  if (isIos(known)) return "ios";
  if (/Firefox\//.test(known.userAgent)) return "firefox";
  if (/Android/.test(known.userAgent)) return "android";
  return /Chrome\/|Chromium\//.test(known.userAgent) ? "chrome" : "safari";
}
