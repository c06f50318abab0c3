// Gives a text back to the box it came from: a refused message to be changed.
import { draftName, draftNow, writeDraft } from "../../../../core/drafts.ts";

type Taker = (text: string) => void;
const boxes = new Map<string, Taker>();

/** A box that is on screen takes what is given back. Answers a function that ends it. */
export function takesText(name: string, take: Taker): () => void {
  boxes.set(name, take);
  return () => boxes.delete(name);
}

/** Puts a text into the box of its conversation, in front of what is there; one that is not on screen keeps it as its draft. */
export function restoreText(ticketId: number, text: string, note: boolean): void {
  const name = draftName(ticketId, note);
  const take = boxes.get(name);
  if (take) return take(text);
  void writeDraft(name, [text, draftNow(name).text].filter(Boolean).join("\n"));
}
