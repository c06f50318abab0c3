// The device's record of an action that the server may not have yet.

/** A call as it goes over the wire, made when the person acted: any version of the app, and the service worker, can send it. */
export interface WireCall {
  method: string;
  /** Below `/api`, with its query. */
  path: string;
  body?: Record<string, unknown>;
  /** The form's field that carries the files. */
  upload?: string;
}
/** A file of a row; its bytes are kept apart under `key`. */
export interface KeptFile {
  key: string;
  name: string;
  type: string;
  size: number;
}
/** The owner of a ticket that the person wanted to take. */
export interface FoundOwner {
  uuid?: string;
  user: string;
  queue: string;
  /** Of a card that somebody else moved before: the lane in which it is; empty for none. */
  lane?: string;
}
/** The facts by which a screen describes a row when its ticket is gone. */
export interface About {
  uuid?: string;
  /** The contact's name. */
  name?: string;
  /** The message to edit, react to or delete. */
  messageId?: number;
  /** That message's text before. */
  text?: string;
  queue?: Record<string, unknown> | null;
  user?: Record<string, unknown> | null;
  tag?: Record<string, unknown>;
  /** The ticket as it was when the person acted. */
  ticket?: Record<string, unknown>;
}
/** An action that the server may not have yet. `id` is the idempotency key: sending twice is one change. */
export interface OutboxRow {
  id: string;
  /** The order on this device; clocks jump. */
  seq: number;
  ticketId: number;
  /** `message`, `edit`, `delete`, `react`, `read`, `accept`, `reopen`, `return`, `ignore`, `close`, `transfer`, `tag`. */
  kind: string;
  call: WireCall;
  blobs: KeptFile[];
  /** The files go in pieces before the call, which then names them by their keys. */
  pieces?: boolean;
  about: About;
  createdAt: number;
  tries: number;
  /** Not before this time, ms. */
  nextAt: number;
  state: "waiting" | "sending" | "refused";
  /** True if the server may have it although no answer came: it can no longer be taken back. */
  maybeSent: boolean;
  /** Given up by the person while it was being sent: the engine that finds it unfinished drops it. */
  unwanted?: boolean;
  /** Code of the refusal, or of the last failure while waiting. */
  reason: string | null;
  found?: FoundOwner;
  /** Share of the upload that has left, 0–1; of one in pieces, the share that a broken try left on the server. */
  progress: number;
}
