// The interface of a stand-in for a provider, by which the conformance suite drives it. It stands at the provider's network edge:
// the plugin under test runs as it is, only addresses differ.
import type { ChannelPlugin, Connection, MediaKind, Peer, WebhookSecrets } from "./mod.ts";
import type { MemoryHost } from "./memory-host.ts";

/** A message that a customer got from us, as the provider saw it. */
export interface Accepted {
  externalId: string;
  key?: string;
  kind: MediaKind | "text" | "location" | "contacts";
  text?: string;
  bytes?: Uint8Array;
  quotedId?: string;
}
/** A message of a customer. The same `id` twice is the provider delivering one message twice. */
export interface CustomerMessage {
  id: string;
  text?: string;
  media?: { kind: MediaKind; mimeType: string; fileName: string; bytes: Uint8Array<ArrayBuffer> };
  /** Provider's time, ms; now when missing. */
  at?: number;
}
/** A request of the provider to our webhook. */
export interface Call {
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}
/** One connection under test. */
export interface SimulatedLine {
  plugin: ChannelPlugin;
  host: MemoryHost;
  connection: Connection;
}
/** Holds until `fault(null)`. `drop`: takes the message and loses the answer. `dead`: nobody answers. */
export type Fault =
  | { type: "dead" | "drop" | "error" }
  | { type: "rate-limit"; retryAfterMs: number }
  | { type: "delay"; ms: number };

export interface Simulator {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Settings and environment of a connection that works. Read after `start`. */
  readonly config: Record<string, unknown>;
  readonly env?: Record<string, string>;
  /** The customer that `say` speaks for. */
  readonly peer: Peer;
  /** The faults this stand-in can play, and the kinds of media its customer can send. */
  readonly faults: readonly Fault["type"][];
  readonly says: readonly ("text" | MediaKind)[];
  /** A file of this kind, where the plugin looks into it; else any bytes will do. */
  sample?(kind: MediaKind): Uint8Array<ArrayBuffer> | undefined;
  /** Kinds the provider does not tell apart, such as a voice note that arrives as audio. */
  readonly arrivesAs?: Partial<Record<MediaKind, MediaKind>>;
  /** Gets each host before its connection opens, where a person has to act to connect it (scan a code). */
  watch?(host: MemoryHost): void;
  /** All messages the customer got so far, in order. */
  accepted(line: SimulatedLine): Promise<Accepted[]>;
  fault?(fault: Fault | null): Promise<void>;
  /** The customer writes. Called channels return the provider's requests; others hand it over their own line. */
  say(message: CustomerMessage, line: SimulatedLine): Promise<Call[] | void>;
  /** The provider's calls about a message it took (echo, statuses), with our key where it gives it back. */
  fate?(accepted: Accepted, line: SimulatedLine): Promise<Call[] | void>;
  /** For called channels. */
  readonly webhook?: {
    readonly secrets: WebhookSecrets;
    readonly signatureHeader: string;
    sign(body: Uint8Array<ArrayBuffer>): Promise<Headers>;
    /** Bodies that are readable and mean nothing to us. */
    readonly unknown: readonly unknown[];
  };
  /** Network connections still open, where it can tell. */
  open?(): number;
}
