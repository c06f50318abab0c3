// The id a message of ours has at WhatsApp. It is chosen here, from the key of the app that wrote it: a send repeated after a
// lost answer is the same message for WhatsApp and for the customer.
import { createHash } from "node:crypto";

/** The same key gives the same id for ever; in the form that WhatsApp's own web client uses. */
export function externalIdOf(key: string): string {
  return `3EB0${createHash("sha256").update(key).digest("hex").slice(0, 18).toUpperCase()}`;
}
