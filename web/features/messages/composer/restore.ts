// Gives a text back to the box it came from: a refused message to be changed.
type Taker = (text: string) => void;
const boxes = new Map<string, Taker>();

/** The name of a conversation's draft, apart for answers and for notes. */
export const draftName = (ticketId: number, note: boolean): string => `ticket-${ticketId}${note ? "-private" : ""}`;

/** A box that is on screen takes what is given back. Answers a function that ends it. */
export function takesText(name: string, take: Taker): () => void {
  boxes.set(name, take);
  return () => boxes.delete(name);
}

/** Puts a text into the box of its conversation, in front of what is there. */
export function restoreText(ticketId: number, text: string, note: boolean): void {
  boxes.get(draftName(ticketId, note))?.(text);
}
