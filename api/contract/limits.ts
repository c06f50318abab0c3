// Numbers both sides need, each with its source.
/** A sent text may be edited for this long, ms (docs/product/messages.md#editing-and-deleting). */
export const EDIT_WINDOW_MS = 15 * 60_000;
/** Between forwarded messages of a connection, ms (docs/product/messages.md#forwarding). */
export const FORWARD_DELAY_MS = 900;
/** Typed search waits this long, ms (docs/product/api.md#pages-and-counts). */
export const SEARCH_DEBOUNCE_MS = 500;
/** Look-ups of contacts and users start at this many characters (docs/product/api.md#pages-and-counts). */
export const LOOKUP_MIN_CHARS = 3;
/** Lists load more this close to their end, px (docs/product/api.md#pages-and-counts). */
export const SCROLL_THRESHOLD_PX = 100;
/** Width of the list pane, px. */
export const LIST_WIDTH = { min: 404, max: 700, initial: 404 } as const;
/** Contacts of a file that are sent together; rows, columns and bytes that a file may have. */
export const IMPORT_BATCH = 100;
export const IMPORT_MAX = {
  rows: 50_000,
  columns: 100,
  bytes: 20 * 1024 * 1024,
  unpacked: 200 * 1024 * 1024,
  ratio: 100,
} as const;
/** Pixels beyond which a picture is a file like any other: nothing of ours decodes it, here or in the browser (proof S21). */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** Rows of a page (docs/product/api.md#pages-and-counts). */
export const TICKETS_PAGE = 40;
/** As many tickets a page may be asked to hold. */
export const TICKETS_PAGE_MAX = 100;
export const MESSAGES_PAGE = 40;
export const RECORDS_PAGE = 20;
/** Characters of a ticket's name and last message in the list (docs/product/tickets.md#list). */
export const NAME_CUT = 60;
export const LAST_MESSAGE_CUT = 120;
/** Access token, seconds; refresh token, seconds; a session's absolute life, seconds (proof S13). */
export const ACCESS_TTL_S = 15 * 60;
export const REFRESH_TTL_S = 7 * 24 * 3600;
export const SESSION_TTL_S = 30 * 24 * 3600;
/** A refresh whose answer was lost may repeat for this long, ms (proof S12). */
export const REFRESH_GRACE_MS = 30_000;
/** Subscription warning starts below this many days (docs/product/session.md#expiry). */
export const EXPIRY_WARNING_DAYS = 5;
/** JSON bodies and uploads, bytes. */
export const MAX_JSON_BYTES = 1024 * 1024;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
export const MAX_UPLOAD_FILES = 10;
/** Bytes of a form's files together; its files and text fields; forms that a process works on, and takes of one person, at a time. */
export const MAX_FORM_BYTES = 2 * MAX_UPLOAD_BYTES;
export const MAX_FORM_PARTS = 200;
export const FORMS_AT_ONCE = 3;
export const FORMS_OF_ONE = 10;
/** A picture of a person or a logo, bytes. */
export const MAX_LOOK_BYTES = 10 * 1024 * 1024;
/** A piece of a file that comes in several, bytes; files together above `WHOLE_BYTES` are sent so by the app. */
export const MAX_PIECE_BYTES = 4 * 1024 * 1024;
export const WHOLE_BYTES = 1024 * 1024;
/** Characters of a message; longer text is split by no channel, so it is refused. */
export const MAX_MESSAGE_CHARS = 4096;
/** Presence heartbeat, ms (docs/product/presence.md#online). */
export const PRESENCE_MS = 300_000;
/** A count is exact up to here, then `countIsMinimum` (docs/product/api.md#pages-and-counts). */
export const COUNT_EXACT_UP_TO = 1000;
/** Heartbeats of the event stream, ms; silence after which a client reconnects, ms (docs/product/api.md#live-events). */
export const HEARTBEAT_MS = 20_000;
export const SILENCE_MS = 45_000;
/** Event streams that one person may have open at a time, in one process; one more ends the oldest. */
export const STREAMS_PER_PERSON = 20;

/** Bars of a voice note's waveform, each 0–100. */
export const VOICE_BARS = 64;

/**
 * How automated messages leave a number that its provider could ban (docs/product/pace.md). `warmUp` is how many people may be
 * written to first on each day after the number was linked; after it `perDay` holds. A company changes them within `PACE_BOUNDS`.
 */
export const PACE_DEFAULTS = {
  minSeconds: 5,
  maxSeconds: 20,
  perHour: 30,
  perDay: 200,
  warmUp: [10, 15, 20, 30, 40, 55, 70, 90, 110, 130, 150, 170],
  repliesPerMinute: 60,
  stopAfterErrors: 5,
};
export const PACE_BOUNDS = {
  minSeconds: [2, 600],
  maxSeconds: [2, 3600],
  perHour: [1, 500],
  perDay: [1, 5000],
  warmUpDays: 60,
  repliesPerMinute: [1, 600],
  stopAfterErrors: [1, 50],
} as const;
/** A running conversation: the customer wrote within this time, ms. Anybody else is written to first, which providers count. */
export const RUNNING_MS = 24 * 3600_000;
/** Numbers that may be checked over one connection per minute, and how long an answer holds, s: somebody there, nobody there. */
export const NUMBER_CHECKS_PER_MINUTE = 20;
export const NUMBER_CHECK_TTL_S = { found: 30 * 24 * 3600, missing: 24 * 3600 } as const;
/** A collective vacation begins so many days ago at the earliest (docs/product/automation.md#company-holidays). */
export const VACATION_BACK_DAYS = 10;
/** Minutes after which a waiting ticket goes to the next person of its queue; 0: never (docs/product/automation.md#rotation). */
export const ROTATION_MINUTES = [0, 2, 5, 10, 15, 30, 45, 60] as const;
/** Of a file list: files, bytes of each, characters of a caption and of a name at least (docs/product/file-lists.md#limits). */
export const FILE_LIST = { options: 20, bytes: 16 * 1024 * 1024, caption: 1024, nameMin: 3 } as const;
/** A help video: letters of its title, its description, and of the address that is pasted. */
export const HELP = { title: 100, description: 2000, video: 300 } as const;
/** An announcement of the platform: letters of its title and text, its picture, and how many unseen ones the session names. */
export const ANNOUNCEMENT = { title: 100, text: 4000, imageBytes: 5 * 1024 * 1024, unseen: 50 } as const;
/** Characters of a name in the chatbot's tree, at least and at most (docs/product/queues.md#options). */
export const OPTION_NAME = { min: 4, max: 80 } as const;
/** Calls of each class that one person may make in a minute, unless the operator says otherwise (docs/product/api.md#limits). */
export const CALLS_PER_MINUTE = { reads: 1200, writes: 300, searches: 120, exports: 10, uploads: 60 } as const;
/** So many people's worth of calls, and of visitors' asks, a company has. */
export const COMPANY_SHARE = 10;
export const VISITORS_SHARE = 100;
/** How often a connection's token may be used for one call in a minute, where the call says nothing else. */
export const TOKEN_CALLS_PER_MINUTE = 60;

/** The company of the platform's own people: it never expires, and some settings are for it alone. */
export const PLATFORM_COMPANY_ID = 1;
