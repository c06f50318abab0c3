// What a colleague had half written when the ticket went from them to this person (docs/product/drafts.md#offered): it comes into
// the box only when they say so, and never in place of what is there.
import type { OfferedDraft } from "../../../../../api/features/drafts/contract.ts";

/** What can be written in a conversation now. */
export interface Writable {
  ticketId: number;
  /** False where the customer cannot be answered: the reply window is closed. */
  replies: boolean;
  /** False in a group that is no ticket. */
  notes: boolean;
}

/** The one to offer, of those the server knows: one after the other, what fits the box on screen first, then the newest. */
export function offerOf(
  all: readonly OfferedDraft[],
  { ticketId, replies, notes }: Writable,
  note: boolean,
): OfferedDraft | undefined {
  const fitting = all.filter((offer) => offer.ticketId === ticketId && (offer.mode === "note" ? notes : replies));
  return fitting.find((offer) => (offer.mode === "note") === note) ?? fitting[0];
}

/** The same without this one, which was used or is not wanted. */
export const without = (all: readonly OfferedDraft[], { ticketId, userId, mode }: OfferedDraft): OfferedDraft[] =>
  all.filter((one) => one.ticketId !== ticketId || one.userId !== userId || one.mode !== mode);
