// How this browser puts a web app on the device: it asks, it has a menu for it, or it cannot.

/**
 * `prompt` the browser asks; `iphone`, `ipad` Safari's share sheet; `ios-other` another browser of iOS; `firefox-android`,
 * `android` a menu; `mac-safari` the Dock; `chromium` a desktop browser that has not offered it (yet, or because it is there
 * already); `insecure` no HTTPS, so no browser installs it; `none` a browser that installs nothing.
 */
export type Way =
  | "prompt"
  | "iphone"
  | "ipad"
  | "ios-other"
  | "firefox-android"
  | "android"
  | "mac-safari"
  | "chromium"
  | "insecure"
  | "none";

export interface Browser {
  userAgent: string;
  /** An iPad calls itself a Mac; a Mac has no touch screen. */
  touchPoints: number;
  /** The browser's own offer is at hand. */
  prompt: boolean;
  /** HTTPS or this very machine. */
  secure: boolean;
}

/** Browsers of iOS that are not Safari, and apps that show pages inside of themselves. */
const NOT_SAFARI =
  /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|DuckDuckGo|YaBrowser|Brave|FBAN|FBAV|Instagram|Line\/|WhatsApp/;

/** The way this browser has. */
export function wayOf({ userAgent: ua, touchPoints, prompt, secure }: Browser): Way {
  if (!secure) return "insecure";
  if (prompt) return "prompt";
  const ipad = /iPad/.test(ua) || (/Macintosh/.test(ua) && touchPoints > 1);
  if (ipad || /iPhone|iPod/.test(ua)) {
    if (NOT_SAFARI.test(ua) || !/Safari\//.test(ua)) return "ios-other";
    return ipad ? "ipad" : "iphone";
  }
  if (/Android/.test(ua)) return /Firefox\//.test(ua) ? "firefox-android" : "android";
  if (/Chrome\/|Chromium\/|Edg\//.test(ua)) return "chromium";
  return /Macintosh/.test(ua) && Number(/Version\/(\d+)/.exec(ua)?.[1]) >= 17 ? "mac-safari" : "none";
}

/** Whether a hint leads anywhere: a browser that did not offer it may have it installed already. */
export const leadsSomewhere = (way: Way): boolean => !["chromium", "android", "insecure", "none"].includes(way);

/** Since version 26 Safari's share button is behind the dots at the right of the bottom bar. */
export const behindDots = (ua: string): boolean => Number(/Version\/(\d+)/.exec(ua)?.[1]) >= 26;
