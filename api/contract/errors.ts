// Every error code the API answers, with its status. Texts live in web/core/words/i18n, in four languages.
import { z } from "zod";

export const errors = {
  ERR_VALIDATION: 400,
  ERR_BAD_REQUEST: 400,
  ERR_BAD_CURSOR: 400,
  ERR_WEAK_PASSWORD: 400,
  ERR_ALREADY_IN_STATE: 409,
  ERR_BODY_TOO_LARGE: 413,
  /** The company's files take all the room that they may. */
  ERR_DISK_FULL: 409,
  ERR_UNSUPPORTED_MEDIA: 415,
  ERR_IDEMPOTENCY_MISMATCH: 422,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_INVALID_TOKEN: 401,
  /** The password is right, and the account has a second factor: say its code. */
  ERR_SECOND_FACTOR: 401,
  /** One's own, said again before what it guards is changed. */
  ERR_WRONG_PASSWORD: 401,
  ERR_WRONG_CODE: 401,
  ERR_WRONG_PASSKEY: 401,
  /** The company asks for a second factor that this person has yet to set up. */
  ERR_SECOND_FACTOR_DUE: 403,
  /** The password was made for this person, who has yet to choose their own. */
  ERR_PASSWORD_DUE: 403,
  /** So it was, more than a week ago. */
  ERR_PASSWORD_OVER: 401,
  ERR_OUT_OF_HOURS: 401,
  ERR_COMPANY_INACTIVE: 401,
  ERR_SESSION_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_CROSS_SITE: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_PLAN_LIMIT: 403,
  /** The company does not let the platform's operator look into it. */
  ERR_SUPPORT_NOT_ALLOWED: 403,
  ERR_NO_ROUTE_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_CHATBOT_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_NO_UPLOAD_FOUND: 404,
  /** A record of a kind that needs no words of its own. */
  ERR_NO_RECORD_FOUND: 404,
  /** Unknown, used up, taken back or too old: nobody is told which. */
  ERR_INVITATION_OVER: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_BOARD_FOUND: 404,
  /** A company has one board at least. */
  ERR_LAST_BOARD: 409,
  ERR_NO_QUICK_MESSAGE_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  /** A planned message's time passed while nothing could send it. */
  ERR_SCHEDULE_LATE: 409,
  ERR_CONTACT_BLOCKED: 409,
  /** They asked for nothing automated. */
  ERR_CONTACT_OPTED_OUT: 409,
  ERR_NO_CHAT_FOUND: 404,
  ERR_DUPLICATED_EMAIL: 409,
  ERR_DUPLICATED_NAME: 409,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_CHANNEL_ALREADY_CONNECTED: 409,
  ERR_IN_USE: 409,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_TAG_REQUIRED: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_LAST_ADMIN: 409,
  ERR_NO_DEF_WAPP_FOUND: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_UNATTENDED: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_WAPP_CHECK_CONTACT: 409,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_RESTRICTED: 409,
  ERR_WAPP_DOWNLOAD_MEDIA: 409,
  ERR_FETCH_WAPP_MSG: 409,
  ERR_NO_TEMPLATE_FOUND: 404,
  /** The provider has not approved it, or has paused it; or its values do not fit. */
  ERR_TEMPLATE_REFUSED: 409,
  ERR_SENDING_WAPP_MSG: 409,
  ERR_DELETE_WAPP_MSG: 409,
  ERR_EDIT_WINDOW_PASSED: 409,
  ERR_DRAFT_CHANGED: 409,
  /** Somebody else moved the card meanwhile: `lane` is where it stands, `user` who moved it. */
  ERR_LANE_CHANGED: 409,
  /** Somebody else saved the record meanwhile: `record` is what it is now. */
  ERR_RECORD_CHANGED: 409,
  ERR_UPLOAD_OFFSET: 409,
  ERR_APP_TOO_OLD: 426,
  ERR_NO_DEVICE_FOUND: 404,
  ERR_PUSH_ADDRESS_REFUSED: 400,
  ERR_NOT_SUPPORTED_BY_CHANNEL: 409,
  ERR_REPLY_WINDOW_CLOSED: 409,
  ERR_CONTACT_OUT_OF_REACH: 409,
  ERR_CREATING_MESSAGE: 409,
  ERR_CREATING_TICKET: 409,
  ERR_PROVIDER_REFUSED: 409,
  ERR_PROVIDER_UNREACHABLE: 409,
  ERR_PROVIDER_RATE_LIMITED: 409,
  ERR_PROVIDER_AUTH: 409,
  ERR_RECIPIENT_UNAVAILABLE: 409,
  ERR_MEDIA_REFUSED: 409,
  ERR_TEXT_TOO_LONG: 409,
  ERR_OUTCOME_UNKNOWN: 409,
  /** The campaign was stopped before it left. */
  ERR_WITHDRAWN: 409,
  /** It could not leave within the hours of its campaign, and goes later. */
  ERR_OUTSIDE_HOURS: 409,
  /** No prompt of the company helps its people. */
  ERR_NO_ASSISTANT: 409,
  /** The company's answers of today are used up. */
  ERR_ASSISTANT_LIMIT: 409,
  /** The model gave no answer that can be used. */
  ERR_ASSISTANT_SILENT: 409,
  ERR_NOT_READY: 503,
  ERR_INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];

/** What every refused call answers. Codes only; a person's words are the app's. */
export const ErrorBody = z.object({
  error: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
}).loose();
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An expected refusal: a value with a name. Anything else thrown is a bug and is reported as such. */
export class Refusal extends Error {
  constructor(readonly code: ErrorCode, readonly data: Record<string, unknown> = {}) {
    super(code);
    this.name = "Refusal";
  }
  /** HTTP status of the code. */
  get status(): number {
    return errors[this.code];
  }
}
/** Refuses with a code of the catalogue. */
export function refuse(code: ErrorCode, data?: Record<string, unknown>): never {
  throw new Refusal(code, data);
}
/** The value, or a refusal when there is none: another company's record is simply not found. */
export function must<T>(value: T | null | undefined, code: ErrorCode): T {
  return value ?? refuse(code);
}
