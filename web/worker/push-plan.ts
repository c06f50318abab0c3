// What a push message does on this device, as a pure function of what it says, which windows are open and what the browser can.
// `push.ts` carries it out.
import { wordsOf } from "./words.ts";

/** What a notification remembers for the tap on it. */
export interface RingData {
  kind: string;
  uuid: string;
  ticketId: number;
  /** Where the tap leads, a path of the app. */
  path: string;
}
export interface Action {
  action: "accept" | "reply";
  title: string;
}
export interface Shown {
  title: string;
  options: NotificationOptions & { renotify?: boolean; timestamp?: number; actions?: Action[]; data: RingData };
}
export interface Plan {
  show: Shown | null;
  /** The tag whose notification goes away, after `show`. */
  close: string | null;
  /** The number on the app's icon; undefined leaves it. */
  badge: number | undefined;
}
/** An open window of the app, as the browser describes it. */
export interface OpenWindow {
  url: string;
  visible: boolean;
  focused: boolean;
}
export interface Platform {
  /** The tags of notifications that this device shows now. */
  showing?: readonly string[];
  /** The person's language. */
  language: string;
  /** How many buttons a notification may have. */
  maxActions: number;
  /** Safari takes the permission away from whoever receives a push and shows nothing. */
  mustShow: boolean;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => typeof value === "object" && value !== null ? value as Fields : {};
const text = (value: unknown): string => typeof value === "string" ? value : "";
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ICON = "/icons/icon-192.png";
const BADGE = "/icons/badge-96.png";

/** True for a window that shows this address to somebody who is looking at it. */
const looksAt = (window: OpenWindow, path: string) =>
  window.visible && window.focused && new URL(window.url).pathname.toLowerCase() === path.toLowerCase();

function pathOf(kind: string, uuid: string): string {
  if (kind === "connection") return "/connections";
  if (kind === "campaign") return "/campaigns";
  if (kind === "chat") return uuid ? `/chats/${uuid}` : "/chats";
  return uuid ? `/tickets/${uuid}` : "/tickets";
}
function ringData(data: Fields, uuid: string): RingData {
  const ticketId = Number(data.ticketId);
  return {
    kind: text(data.kind) || "ticket",
    uuid,
    ticketId: Number.isSafeInteger(ticketId) ? ticketId : 0,
    path: pathOf(text(data.kind), uuid),
  };
}

/** A waiting ticket is accepted from here, unless it has no queue: then the app asks for one first. */
function actionsFor({ kind, status, queued }: Fields, { language, maxActions }: Platform): Action[] {
  if (kind !== "ticket" || maxActions < 1) return [];
  const words = wordsOf(language);
  if (status !== "pending") return [{ action: "reply", title: words.reply }];
  return queued === false ? [] : [{ action: "accept", title: words.accept }];
}

/** What a device reads where nobody is signed in: which notification goes, and nothing that was said. */
export function anonymous(body: unknown): unknown {
  const { kind, uuid } = fields(fields(body).data);
  return kind === "clear" ? { data: { kind, uuid } } : null;
}

/** The session that a push says has ended; empty in any other push. */
export function endedSession(body: unknown): string {
  const { kind, sessionId } = fields(fields(body).data);
  return kind === "over" ? text(sessionId) : "";
}

/** A connection is back: said quietly in the place of what rang, if that still shows; or it concerns nobody any more. */
function outageOver(
  message: Fields,
  data: Fields,
  ring: RingData,
  platform: Platform,
  badge: number | undefined,
): Plan {
  const notification = fields(message.notification);
  const tag = text(data.tag);
  const shows = platform.mustShow || (platform.showing?.includes(tag) ?? false);
  if (!shows || text(data.state) !== "up") return { show: null, close: tag || null, badge };
  const options = {
    body: text(notification.body),
    tag,
    silent: true,
    lang: text(notification.lang) || platform.language,
    icon: ICON,
    badge: BADGE,
    data: ring,
  };
  return { show: { title: text(notification.title), options }, close: null, badge };
}

/** Decides. `body` is what came, already read as JSON; anything unreadable is a plain "new message". */
export function planPush(body: unknown, windows: readonly OpenWindow[], platform: Platform): Plan {
  const { language, mustShow } = platform;
  const words = wordsOf(language);
  const message = fields(body);
  const notification = fields(message.notification);
  const data = fields(message.data ?? notification.data);
  const uuid = UUID.test(text(data.uuid)) ? text(data.uuid) : "";
  const number = message.app_badge ?? notification.app_badge;
  const badge = typeof number === "number" && number >= 0 ? Math.floor(number) : undefined;
  const kind = text(data.kind);
  const ring = ringData(data, uuid);
  const lang = text(notification.lang) || language;
  if (kind === "clear" && uuid) {
    const quiet: Shown = {
      title: words.read,
      options: { tag: uuid, silent: true, lang: language, icon: ICON, data: ring },
    };
    return { show: mustShow ? quiet : null, close: uuid, badge };
  }
  if (kind === "connection" && text(data.state) !== "down") return outageOver(message, data, ring, platform, badge);
  const seen = uuid !== "" && windows.some((window) => looksAt(window, ring.path));
  if (seen && !mustShow) return { show: null, close: uuid, badge };
  const tag = text(notification.tag) || uuid || "recado";
  const at = Date.parse(text(data.at));
  const actions = actionsFor(data, platform);
  const show: Shown = {
    title: text(notification.title) || words.message,
    options: {
      body: text(notification.body),
      tag,
      lang,
      icon: ICON,
      badge: BADGE,
      // A newer message rings again although it takes the older one's place.
      ...(seen ? { silent: true } : { renotify: true }),
      ...(Number.isFinite(at) && { timestamp: at }),
      ...(actions.length > 0 && { actions }),
      data: ring,
    },
  };
  return { show, close: seen ? tag : null, badge };
}

/** The window a tap goes to: the one with that ticket, else the one in use, else any; undefined opens a new one. */
export function windowFor<W extends OpenWindow>(windows: readonly W[], path: string): W | undefined {
  const shows = (window: W) => new URL(window.url).pathname.toLowerCase() === path.toLowerCase();
  const rank = (window: W) => (shows(window) ? 4 : 0) + (window.focused ? 2 : 0) + (window.visible ? 1 : 0);
  return [...windows].sort((a, b) => rank(b) - rank(a))[0];
}

/** True for Safari's engine, on a Mac or a phone: no other browser there calls itself only that. */
export const isSafari = (userAgent: string): boolean =>
  /AppleWebKit/.test(userAgent) && !/Chrome|Chromium|Android|HeadlessChrome|Edg\//.test(userAgent);
