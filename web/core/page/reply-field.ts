// The reply field of the open conversation, and the requests to give it the focus.
import { atom, getDefaultStore } from "jotai";

/** The uuid of the ticket that the person wants to answer at once; the field sets it back to null when it takes the focus. */
export const replyWantedAtom = atom<string | null>(null);

/** True where a mouse is at hand, and so a keyboard: giving a field the focus covers nothing. */
export const hasMouse = (): boolean => matchMedia("(pointer: fine)").matches;

/** The field of this ticket takes the focus as soon as it is on screen. Without a mouse a keyboard would cover the conversation. */
export function wantReply(uuid: string): void {
  if (hasMouse()) getDefaultStore().set(replyWantedAtom, uuid);
}
/** Drops the request: the ticket has another owner now, or another key came first. */
export const forgetReply = (): void => getDefaultStore().set(replyWantedAtom, null);

type Field = HTMLTextAreaElement | HTMLInputElement;
let fields: readonly Field[] = [];
/** Registers a reply field on screen, above those before; the answered function unregisters it. */
export function showReplyField(field: Field): () => void {
  fields = [...fields, field];
  return () => {
    fields = fields.filter((other) => other !== field);
  };
}
/** The reply field to write in now; null where there is none. */
export const replyField = (): Field | null =>
  fields.findLast((field) => !field.disabled && field.checkVisibility()) ?? null;
