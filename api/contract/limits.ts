// Numbers both sides need, each with its source.
/** A sent text may be edited for this long, ms (spec 1 §4). */
export const EDIT_WINDOW_MS = 15 * 60_000;
/** Typed search waits this long, ms (spec 1 §9). */
export const SEARCH_DEBOUNCE_MS = 500;
/** Look-ups of contacts and users start at this many characters (spec 1 §9). */
export const LOOKUP_MIN_CHARS = 3;
/** Lists load more this close to their end, px (spec 1 §9). */
export const SCROLL_THRESHOLD_PX = 100;
/** Width of the list pane, px (spec 1 §2). */
export const LIST_WIDTH = { min: 404, max: 700, initial: 550 } as const;
/** Rows of a page (lineage §5.18). */
export const TICKETS_PAGE = 40;
export const MESSAGES_PAGE = 40;
export const RECORDS_PAGE = 20;
/** Characters of a ticket's name and last message in the list (spec 1 §9). */
export const NAME_CUT = 60;
export const LAST_MESSAGE_CUT = 40;
/** Access token, seconds; refresh token, seconds; a session's absolute life, seconds (reliability S13). */
export const ACCESS_TTL_S = 15 * 60;
export const REFRESH_TTL_S = 7 * 24 * 3600;
export const SESSION_TTL_S = 30 * 24 * 3600;
/** A refresh whose answer was lost may repeat for this long, ms (reliability S12). */
export const REFRESH_GRACE_MS = 30_000;
/** Subscription warning starts below this many days (spec 1 §4). */
export const EXPIRY_WARNING_DAYS = 5;
/** JSON bodies and uploads, bytes. */
export const MAX_JSON_BYTES = 1024 * 1024;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
export const MAX_UPLOAD_FILES = 10;
/** Characters of a message; longer text is split by no channel, so it is refused. */
export const MAX_MESSAGE_CHARS = 4096;
/** Presence heartbeat, ms (spec 1 §4). */
export const PRESENCE_MS = 300_000;
/** A count is exact up to here, then `countIsMinimum` (architecture §8). */
export const COUNT_EXACT_UP_TO = 1000;
/** Heartbeats of the event stream, ms; silence after which a client reconnects, ms (reliability §3.2). */
export const HEARTBEAT_MS = 20_000;
export const SILENCE_MS = 45_000;
