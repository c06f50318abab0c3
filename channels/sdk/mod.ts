// The whole contract between Recado and a channel. A plugin is a folder `channels/<id>/` whose `mod.ts` exports `plugin`.
//
// A plugin speaks to one provider and knows nothing of the product: no company, user, ticket or table, so it cannot leak any.
// Its manifest names its abilities as data; a missing ability is a missing method, and the conformance suite
// (`conformance.ts`) checks that claims and methods agree.
import type { z } from "zod";

/** A name of a contact at the provider. Phones are digits with country code (`phone.ts`; Brazilian mobiles with the 9). */
export interface Identity {
  /** One of the manifest's `identities`. */
  kind: string;
  /** In its canonical form: the same person, the same value. */
  value: string;
  /** The address to send to, where it differs from the canonical value (a wa_id without the ninth digit). */
  address?: string;
}

/** The other side of a conversation. At least one identity, the best first. */
export interface Peer {
  identities: Identity[];
  name?: string;
  /** `@name` of the provider, without the sign. */
  username?: string;
  pictureUrl?: string;
}

export type MediaKind = "image" | "audio" | "voice" | "video" | "document" | "sticker";

/** A file at the provider, to be fetched by `Connection.media` soon: such addresses expire. */
export interface MediaRef {
  kind: MediaKind;
  /** The address or media id by which `Connection.media` finds the file. */
  ref: string;
  mimeType?: string;
  fileName?: string;
  bytes?: number;
  /** False where the provider forbids keeping a copy (Instagram): then the address itself is kept, as long as it works. */
  keep: boolean;
}

/** The content of a message. The app shows `other` as a placeholder, and the host keeps its raw event. */
export type Content =
  | { type: "text"; text: string }
  | { type: "media"; media: MediaRef; caption?: string }
  | { type: "location"; latitude: number; longitude: number; name?: string; address?: string; live?: true }
  | { type: "contacts"; contacts: { name: string; phones: string[]; emails?: string[] }[] }
  /** A tapped button, list row, quick reply or postback: shown as its title. */
  | { type: "choice"; title: string; payload: string }
  | { type: "link"; url: string; title?: string; text?: string }
  | { type: "poll"; question: string; options: string[] }
  | { type: "call"; missed: boolean; video: boolean }
  | { type: "other"; what: string; text?: string };

interface Base {
  /** Provider's time, ms since 1970. */
  at: number;
}
/** Names a message by the provider's id. */
interface Naming extends Base {
  /** The person whose conversation holds the message. Left out only where the provider does not tell, and then its ids are unique on the connection. */
  peer?: Peer;
}
/** A message that arrived, or that was sent from elsewhere (`fromMe`), or the provider's echo of one of ours (`key`). */
export interface MessageEvent extends Base {
  kind: "message";
  peer: Peer;
  /** The author, where the peer is a group. */
  sender?: Peer;
  /** The provider's id, unique in its conversation. Parts of one provider message: `<id>`, `<id>#1`, `<id>#2`. */
  externalId: string;
  fromMe: boolean;
  /** Our own key, where the provider gives it back in the echo. */
  key?: string;
  content: Content;
  quotedId?: string;
  forwarded?: boolean;
  /** The sender wanted it to be seen once. */
  viewOnce?: true;
  /** Cannot be read yet: a placeholder that a later event with the same id fills. */
  placeholder?: true;
  /** Data that the plugin finds again under this id in this conversation (`Host.payload`): to quote, to forward, to answer a resend. */
  payload?: Uint8Array;
  /** Where the customer came from (an ad, a link), in one line. */
  origin?: string;
}
/** The fate of one of our messages. Matched by id or by key; ack only rises: 1 accepted, 2 delivered, 3 read, 4 played. */
export interface StatusEvent extends Naming {
  kind: "status";
  externalId?: string;
  key?: string;
  ack?: 1 | 2 | 3 | 4;
  error?: { reason: FailureReason; detail?: string };
}
/** Everything we sent this person up to `upTo` (ms) was delivered (2) or read (3). */
export interface WatermarkEvent extends Base {
  kind: "watermark";
  peer: Peer;
  ack: 2 | 3;
  upTo: number;
}
/** The account itself, on another of its devices, read what this person wrote, up to this message of theirs. */
export interface SeenEvent extends Base {
  kind: "seen";
  peer: Peer;
  externalId: string;
}
export interface ReactionEvent extends Base {
  kind: "reaction";
  peer: Peer;
  targetId: string;
  /** null takes the reaction away. */
  emoji: string | null;
  fromMe: boolean;
}
interface Changed extends Naming {
  targetId: string;
  /** Set where the plugin could not look at the message: the host applies the event only to a message that somebody else than us wrote; in a group, this member. */
  by?: { sender?: Peer };
}
export interface EditEvent extends Changed {
  kind: "edit";
  text: string;
}
export interface RemoveEvent extends Changed {
  kind: "remove";
}
/** Two identities are one person, or a person's number has changed. */
export interface IdentityEvent extends Base {
  kind: "identity";
  from: Identity;
  to: Identity;
}
/** A name or picture as the provider has it now. Of somebody unknown it is forgotten. */
export interface ProfileEvent extends Base {
  kind: "profile";
  peer: Peer;
  /** The picture changed and the provider does not tell its address: the host looks it up. */
  lookup?: true;
}
/** A call rings, or rang. The host decides on the answer; the plugin reports `missed` once, at the end. */
export interface CallEvent extends Base {
  kind: "call";
  peer: Peer;
  externalId: string;
  state: "ringing" | "missed";
  video: boolean;
}
/** The host neither keeps nor replays it; losing one does no harm. */
export interface TypingEvent extends Base {
  kind: "typing";
  peer: Peer;
  on: boolean;
}
/** Something an admin should know of a connection: a policy warning, a lost thread, a refused template. */
export interface NoticeEvent extends Base {
  kind: "notice";
  what: string;
  detail?: string;
}
export type InboundEvent =
  | MessageEvent
  | StatusEvent
  | WatermarkEvent
  | SeenEvent
  | ReactionEvent
  | EditEvent
  | RemoveEvent
  | IdentityEvent
  | ProfileEvent
  | CallEvent
  | TypingEvent
  | NoticeEvent;

/** One file to send. */
export interface OutboundMedia {
  kind: MediaKind;
  mimeType: string;
  fileName: string;
  bytes: number;
  /** The length of a voice note, s, and 64 bars of 0–100, from its recorder. Some apps show a note only with them. */
  voice?: { seconds: number; waveform: number[] };
  /** The bytes; may be called more than once. */
  open(): Promise<Blob>;
}
/** A text that the provider has, approved or not. */
export interface ProviderTemplate {
  name: string;
  language: string;
  /** MARKETING, UTILITY, AUTHENTICATION: what it costs. */
  category: string;
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED and the like. */
  status: string;
  /** HEADER, BODY, FOOTER and BUTTONS as the provider describes them. */
  components: unknown[];
}
/** What a message says of the approved text it is: its filled places as the provider wants them. */
export interface SentTemplate {
  name: string;
  language: string;
  components: Record<string, unknown>[];
}
export interface OutboundMessage {
  /** Made by the client, the same for every attempt. Travels in the field that the provider gives back, where there is one. */
  key: string;
  to: Peer;
  text?: string;
  media?: OutboundMedia;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  contacts?: { name: string; phones: string[] }[];
  /** A message of this conversation; its words, and of a group who wrote it, are for where `Host.payload` knows it no more. */
  quoted?: { externalId: string; fromMe: boolean; text?: string; sender?: Peer };
  /** A message of this connection to pass on as it is, where `Host.payload` still knows it; else the plugin sends text and media. */
  forwardOf?: { externalId: string; from: Peer };
  /** An approved text, which may go outside the reply window; `text` is how the customer reads it, `media` its header's file. */
  template?: SentTemplate;
  /** True when a person wrote it: only then may a provider's human-agent window be used. */
  human: boolean;
  /** Time of this person's last message to us, ms; the reply window is counted from here. */
  lastInboundAt?: number;
}

/** Why something failed, as a code of the error catalogue (the app has the words). */
export type FailureReason =
  | "ERR_PROVIDER_REFUSED"
  | "ERR_PROVIDER_UNREACHABLE"
  | "ERR_PROVIDER_RATE_LIMITED"
  | "ERR_PROVIDER_AUTH"
  | "ERR_RECIPIENT_UNAVAILABLE"
  /** The recipient told the provider that they want no more of what we send by ourselves. */
  | "ERR_CONTACT_OPTED_OUT"
  | "ERR_REPLY_WINDOW_CLOSED"
  | "ERR_MEDIA_REFUSED"
  | "ERR_TEXT_TOO_LONG"
  | "ERR_NOT_SUPPORTED_BY_CHANNEL"
  | "ERR_WAPP_NOT_INITIALIZED"
  | "ERR_WAPP_INVALID_CONTACT"
  /** The message to act on cannot be had any more. */
  | "ERR_FETCH_WAPP_MSG"
  /** The approved text is paused or switched off, or its values do not fit. */
  | "ERR_TEMPLATE_REFUSED"
  /** The provider restricts this account for a while: conversations that we begin must wait, and trying again makes it worse. */
  | "ERR_WAPP_RESTRICTED";

/** The kinds of failure the host acts on. `not-connected` waits for the line and counts as no attempt; `rejected` and `window-closed` are final. */
export type ChannelErrorCode = "not-connected" | "rejected" | "rate-limited" | "unreachable" | "window-closed";

/** The one error a plugin throws. Anything else is a bug and is reported as such. */
export class ChannelError extends Error {
  readonly reason: FailureReason;
  /** For `rate-limited`: wait at least this long, ms. `scope` says whether only this recipient must wait. */
  readonly retryAfterMs?: number;
  readonly scope: "connection" | "recipient";
  /** True if the provider may have taken the message: it is reconciled by key before any retry, or sent again under our id. */
  readonly maybeSent: boolean;
  constructor(
    readonly code: ChannelErrorCode,
    options: {
      reason: FailureReason;
      detail?: string;
      retryAfterMs?: number;
      scope?: "connection" | "recipient";
      maybeSent?: boolean;
    },
  ) {
    super(options.detail ?? options.reason);
    this.name = "ChannelError";
    this.reason = options.reason;
    this.retryAfterMs = options.retryAfterMs;
    this.scope = options.scope ?? "connection";
    this.maybeSent = options.maybeSent ?? false;
  }
}

/** A kind of identity that a channel's contacts have. Channels with the same kind say the same of it. */
export interface IdentityRule {
  /** The same kind and value is the same person on every channel. */
  readonly kind: string;
  /** A telephone number (`PHONE`), which is the contact's own; a whole group; or a person by an id that only the provider understands. */
  readonly names: "number" | "group" | "person";
  /** The name of a contact of whom only this identity is known: `{value}`, or `{tail}` for its last four characters. */
  readonly shown: string;
  /** The host looks up the profile of somebody new although a name came with the message, because the provider gives pictures only when asked. */
  readonly lookup?: true;
  /** Stands for a telephone number where people are searched for: an id that the provider's clients know people by. */
  readonly searched?: true;
}

/**
 * `pace`: automated messages go at a person's pace, which the company sets, or the provider bans the number. `tiers`: the
 * provider lets a number write first to so many people in 24 hours, the lowest tier first, null where a tier has no limit; replies
 * are free. The plugin reports the tier of a number with the notice `tier`: its people, or `unlimited`.
 */
export type Governor =
  | { readonly kind: "pace" }
  | { readonly kind: "tiers"; readonly people: readonly (number | null)[] };

/** How the app connects an account that the provider's own login finds (`connect: "oauth"`). */
export interface LoginCalls {
  /** `GET {path}/login` answers where the popup goes, `POST {path}` connects what it brings; it comes back to `{path}/callback`. */
  readonly path: string;
  /** Parameters of this channel for both calls. */
  readonly include: Readonly<Record<string, true>>;
  /** Fields of the POST, each with the names under which the popup's address may bring it, the best first. */
  readonly answer: Readonly<Record<string, readonly string[]>>;
}

/** The abilities and limits of a channel: data that API and app read instead of asking which channel it is. */
export interface Manifest {
  /** The folder's name. */
  readonly id: string;
  readonly name: string;
  /** The plan flag that allows the channel; without one every plan does. */
  readonly plan?: string;
  /** How a connection is made: a form drawn from `config`, a QR code, a login popup, or nothing to do. */
  readonly connect: "form" | "qrcode" | "oauth" | "none";
  /** The calls of the login, with `oauth`. */
  readonly login?: LoginCalls;
  /** Recado is the provider itself: every company begins with a connection of this channel. */
  readonly builtIn?: true;
  /** Every kind of identity that the plugin reports. */
  readonly identities: readonly IdentityRule[];
  readonly abilities: {
    /** Writes first to somebody who never wrote, by an identity that people know. */
    readonly begin: boolean;
    readonly groups: boolean;
    readonly quote: boolean;
    readonly edit: boolean;
    readonly remove: boolean;
    readonly react: boolean;
    readonly typing: boolean;
    /** Tells the provider that a person has read. */
    readonly markRead: boolean;
    readonly location: boolean;
    readonly contacts: boolean;
    /** Reads profiles (name, picture). */
    readonly lookup: boolean;
    /** The visitor's side is served by Recado itself. */
    readonly pages: boolean;
    /** Passes a message on as it is. */
    readonly forward: boolean;
    /** Tells of calls, and can refuse them. */
    readonly calls: boolean;
    /** Says whether a phone number can be written to. */
    readonly numberCheck: boolean;
    /** Brings messages from before the connection. */
    readonly history: boolean;
    /** Knows the people of the phone's address book, and those it has chats with. */
    readonly book: boolean;
    /** A device that is linked by a code and can be unlinked. */
    readonly link: boolean;
  };
  readonly text: { readonly max: number; readonly unit: "characters" | "bytes" };
  /** Media kinds that can be sent, with their limits. A kind that is missing cannot be sent. */
  readonly media: Partial<
    Record<MediaKind, { readonly maxBytes: number; readonly types: readonly string[]; readonly caption: boolean }>
  >;
  /** Hours after the customer's last message in which a free reply is allowed; null: always. */
  readonly replyWindow: { readonly hours: number } | null;
  /** Outside the reply window approved texts can be sent. */
  readonly templates?: true;
  /** The setting that names an account above the connections: what the provider tells of that account, it tells all of them. */
  readonly above?: string;
  /** `chosen`: we choose the provider's id. `echoed`: our key comes back. `none`: neither; an unknown outcome stays unknown. */
  readonly correlation: "chosen" | "echoed" | "none";
  /** The rule that holds back automated messages (docs/product/pace.md). Answers of people never wait. */
  readonly governor?: Governor;
  /** The provider tells whole seconds only: inside one, webhooks keep the order in which they arrived. */
  readonly wholeSeconds?: true;
  /** Environment variables the plugin may read through `Host.env`; nothing else reaches it. */
  readonly env: readonly string[];
}

export type ConnectionStatus = "qrcode" | "PAIRING" | "OPENING" | "CONNECTED" | "DISCONNECTED" | "TIMEOUT";

/** Log lines carry no bodies, numbers or tokens. */
export interface Log {
  debug(what: string, fields?: Record<string, unknown>): void;
  info(what: string, fields?: Record<string, unknown>): void;
  warn(what: string, fields?: Record<string, unknown>): void;
  error(what: string, fields?: Record<string, unknown>): void;
}
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
/** Encrypted storage of one connection: sessions, keys. Written in one transaction per call, refused with ChannelError `not-connected` when another process owns it. */
export interface Secrets {
  get(names: readonly string[]): Promise<Record<string, Uint8Array | undefined>>;
  /** A null takes the value away. */
  set(values: Record<string, Uint8Array | null>): Promise<void>;
  /** Empties the storage; the host keeps the old content apart for 30 days. Only when the provider has ended the session for good. */
  setAside(why: string): Promise<void>;
}
/** The range of past messages, from before the connection, that a company wants, ms since 1970. */
export interface PastWish {
  from: number;
  until: number;
  groups: boolean;
}
/** A piece of the past. `progress` in percent, where the provider tells. */
export interface PastPart {
  messages: MessageEvent[];
  progress?: number;
}
/** The host's services without a connection: at login, and for webhooks. */
export interface Surroundings {
  /** Refuses private addresses that the operator has not allowed. Sends anything but GET and HEAD once, whatever becomes of the connection. */
  readonly fetch: typeof fetch;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly clock: Clock;
}
/** The host's services for one connection, and for a visitor's page of it. */
export interface LineHost extends Surroundings {
  /** Resolves when stored: only then acknowledge to the provider. The same event twice is one. */
  receive(event: InboundEvent): Promise<void>;
  /**
   * Trouble on the line is a status, not an exception. Each OPENING counts as one try to come back. `qrcode` is what to show: the QR text, or in PAIRING the code to type.
   * `reason` is a short word of the plugin (`logged-out`, `replaced`), which its locales explain under `reason`, or a code.
   */
  status(status: ConnectionStatus, detail?: { qrcode?: string; reason?: string }): Promise<void>;
  readonly secrets: Pick<Secrets, "get" | "set">;
  /** Aborted when the connection must end. */
  readonly signal: AbortSignal;
}
/** The host's services for an open connection. */
export interface Host extends LineHost {
  readonly secrets: Secrets;
  /** Proof of life: the plugin calls it at least every 30 s while the provider answers. A time without it counts as a gap. */
  alive(): Promise<void>;
  /** After a reconnect: whether everything since the last sign of life was delivered. */
  caughtUp(outcome: "replayed" | "unknown"): Promise<void>;
  /**
   * Claims the provider's account for this connection, once the provider has said that it is this connection's; events reach it
   * from then on. `number` is the account's name for people. False: another connection has it.
   */
  account(id: string, number?: string): Promise<boolean>;
  /** Whether the company wants groups on this connection. */
  readonly groups: boolean;
  /** False where the line had ended and nobody has asked for it since: without a link it shows no code, and waits for a person. */
  readonly asked: boolean;
  /** The past the company wants imported, or null. Look when a device is linked. */
  readonly past: PastWish | null;
  /** Resolves when stored. The host drops messages it knows already. */
  bringPast(part: PastPart): Promise<void>;
  /** Keeps the plugin's data about an own message of this conversation under its id, for 14 days. Await it before sending. */
  keepPayload(peer: Peer, externalId: string, payload: Uint8Array): Promise<void>;
  /** The data kept with a message of this conversation, or null. */
  payload(peer: Peer, externalId: string): Promise<Uint8Array | null>;
}

export interface Profile {
  name?: string;
  username?: string;
  pictureUrl?: string;
}

/** One open connection. */
export interface Connection {
  /**
   * Sends once; the host retries. Resolves with the provider's id of the message.
   * Throws ChannelError, with `maybeSent` when the answer was lost on the way.
   */
  send(message: OutboundMessage): Promise<{ externalId: string; ack?: 1 | 2 }>;
  /** Opens a file of the provider. Throws ChannelError. */
  media(ref: string): Promise<{ mimeType: string; body: ReadableStream<Uint8Array> }>;
  close(): Promise<void>;
  edit?(to: Peer, externalId: string, text: string): Promise<void>;
  remove?(to: Peer, externalId: string): Promise<void>;
  react?(to: Peer, externalId: string, emoji: string | null): Promise<void>;
  typing?(to: Peer, on: boolean): Promise<void>;
  markRead?(to: Peer, externalId: string): Promise<void>;
  lookup?(peer: Peer): Promise<Profile | null>;
  /** Asks for a new QR code or, with digits of a number, for a code to type on that phone. Ends the link there is. */
  link?(how: { number?: string }): Promise<void>;
  /** Unlinks the device at the provider, as well as it can; the connection is being deleted. */
  unlink?(): Promise<void>;
  refuseCall?(peer: Peer, externalId: string): Promise<void>;
  /** The identities behind each of these numbers (canonical digits); null: nobody there. Throws ChannelError. */
  checkNumbers?(numbers: readonly string[]): Promise<Record<string, Identity[] | null>>;
  /** The people of the phone's address book and of its chats, by number; without a name where the phone knows none. */
  people?(of: "book" | "chats"): Promise<{ number: string; name?: string }[]>;
  /** All texts that the provider has, whatever it thinks of them. Throws ChannelError. */
  templates?(): Promise<ProviderTemplate[]>;
  /** Called about once an hour: subscribes again where the provider dropped a subscription, and checks that the token still works. */
  maintain?(): Promise<void>;
}

/** An event and its owner: the provider's account id (page, phone number id), which the host maps to a connection. */
export interface RoutedEvent {
  channel: string;
  account: string;
  event: InboundEvent;
}
/** A part of a webhook that could not be understood; kept and reported, the others go on. */
export interface Unparsed {
  channel?: string;
  account?: string;
  reason: string;
  raw: unknown;
}
export interface WebhookSecrets {
  /** Secrets of the operator, or of one connection: a call signed by the latter counts for that connection alone. */
  appSecrets: readonly string[];
  verifyTokens: readonly string[];
}
/** For providers that call us. Channels of one provider's app share one webhook. */
export interface Webhook {
  /** Variables of the manifest's `env` in which the operator's secrets stand; no others reach it. */
  readonly secrets?: { readonly appSecrets: readonly string[]; readonly verifyTokens: readonly string[] };
  /** GET verification: the body to answer, or null to refuse with 403. */
  challenge(query: URLSearchParams, secrets: WebhookSecrets): string | null;
  /** Whether the provider signed the bytes as received. Constant time. */
  verify(headers: Headers, body: Uint8Array, secrets: WebhookSecrets): Promise<boolean>;
  /** Pure. Never throws for odd content inside a readable body; throws SyntaxError where the body cannot be read at all. */
  parse(body: Uint8Array): { events: RoutedEvent[]; unparsed: Unparsed[] };
}

/** A message as a visitor's page sees it. */
export interface PageMessage {
  id: string;
  key: string | null;
  fromVisitor: boolean;
  text: string;
  at: number;
  ack: number;
  deleted: boolean;
  edited: boolean;
  media?: { kind: MediaKind; url: string; mimeType: string; fileName: string; bytes: number };
}
/** The questions that a channel's own public pages may ask of one connection. */
export interface PageHost extends LineHost {
  readonly name: string;
  readonly config: Record<string, unknown>;
  /** The newest messages of this person, oldest first; `before` pages back. */
  history(peer: Peer, limit: number, before?: string): Promise<PageMessage[]>;
  /** Called with each new or changed message of this person until the signal aborts. */
  watch(
    peer: Peer,
    onMessage: (message: PageMessage) => void,
    onTyping: (on: boolean) => void,
    signal: AbortSignal,
  ): void;
  /** Keeps a file a visitor sends; the returned media goes into `receive`. Throws ChannelError when it is refused. */
  keep(file: Blob, fileName: string): Promise<MediaRef>;
  /** Opens a file of this person's conversation. Null when it is not theirs. */
  file(peer: Peer, name: string): Promise<Response | null>;
  /** True when the address or person may go on; counts one attempt against the limit. */
  allow(what: string, who: string, perMinute: number): boolean;
}
/** The public pages of a channel, below paths it names. */
export interface Pages {
  readonly paths: readonly string[];
  handle(request: Request, find: (key: string) => Promise<PageHost | null>, remoteAddress: string): Promise<Response>;
}

/** A connection that a login found. */
export interface FoundAccount {
  channel: string;
  name: string;
  config: Record<string, unknown>;
}
/** The provider's own login, in a popup: the calls that the manifest's `login` names. */
export interface Login {
  /** The schema of the calls' parameters; the host refuses anything else before the plugin sees it. */
  readonly query: z.ZodObject;
  readonly body: z.ZodObject;
  /** The address of the popup; from there the provider sends it to `back`. Throws ChannelError where the operator has not set the login up. */
  address(query: Record<string, unknown>, around: Surroundings, back: string): string;
  /** Turns the popup's answer into the accounts that the person may connect. Throws ChannelError. */
  accounts(body: Record<string, unknown>, around: Surroundings): Promise<FoundAccount[]>;
}

export interface ChannelPlugin<Config extends Record<string, unknown> = Record<string, unknown>> {
  readonly manifest: Manifest;
  /** Settings of one connection. `meta({ secret: true })` marks fields that are stored encrypted and never leave the server. */
  readonly config: z.ZodObject;
  /**
   * The provider's account ids of this connection; each belongs to one connection of one company. An id from a form is claimed
   * only by `Host.account`; an id that a login found, or that is ours, at once.
   */
  accounts(config: Config): string[];
  /** Rejects only for a config that can never work; trouble on the line is reported as a status. */
  connect(config: Config, host: Host): Promise<Connection>;
  readonly webhook?: Webhook;
  readonly pages?: Pages;
  readonly login?: Login;
}
