// Refuses messages before they go out. The host has checked them already; these checks guard against its mistakes and against time
// that passed in a queue.
import { ChannelError, type Identity, type Manifest, type OutboundMessage } from "../sdk/mod.ts";
import { errorOf, verdicts } from "./errors.ts";

const HOUR_MS = 3_600_000;
const encoder = new TextEncoder();

function mediaTypeAllowed(types: readonly string[], mimeType: string): boolean {
  const plain = (mimeType.split(";")[0] ?? "").trim().toLowerCase();
  return types.some((type) => type === "*/*" || type.split(";")[0] === plain);
}

/**
 * Throws ChannelError: `window-closed` past the reply window,
 * `rejected` for text that is too long and files that are too big or of a type that the provider does not take.
 * Without `lastInboundAt` the provider judges the window.
 */
export function check(message: OutboundMessage, manifest: Manifest, now: number): void {
  const { replyWindow, text: { max, unit }, media } = manifest;
  if (
    replyWindow && !message.template && message.lastInboundAt !== undefined &&
    now - message.lastInboundAt > replyWindow.hours * HOUR_MS
  ) {
    throw errorOf(verdicts.window, `more than ${replyWindow.hours} h since the last message`);
  }
  const text = message.template ? "" : message.text ?? "";
  if ((unit === "bytes" ? encoder.encode(text).length : [...text].length) > max) {
    throw new ChannelError("rejected", { reason: "ERR_TEXT_TOO_LONG", detail: `more than ${max} ${unit}` });
  }
  if (!message.media) return;
  const limits = media[message.media.kind];
  if (!limits || (text !== "" && !limits.caption)) throw errorOf(verdicts.unsupported, message.media.kind);
  if (message.media.bytes > limits.maxBytes) throw errorOf(verdicts.media, `more than ${limits.maxBytes} bytes`);
  if (!mediaTypeAllowed(limits.types, message.media.mimeType)) throw errorOf(verdicts.media, message.media.mimeType);
}

/** The first identity of a kind. */
export function identityOf(identities: readonly Identity[], kind: string): Identity | undefined {
  return identities.find((identity) => identity.kind === kind);
}

/** The provider's message id of a part: parts of one message are `<id>#1`, `<id>#2`, and only the whole is known there. */
export function wholeId(externalId: string): string {
  return externalId.replace(/#\d+$/, "");
}
