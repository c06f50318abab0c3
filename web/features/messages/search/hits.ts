// Where a text was said: what the device knows at once, what the server knows besides. Pure.
import type { Message } from "../../../../api/features/messages/contract.ts";
import { older } from "../../../core/store/order.ts";
import { foldText } from "../../../core/words/search-text.ts";

export interface Hit {
  id: number;
  createdAt: string;
}
const newestFirst = (a: Hit, b: Hit) => older(b, a);

/** Messages on the device that hold the needle, without regard to case and accents. */
export function localHits(messages: readonly Message[], needle: string): Hit[] {
  const wanted = foldText(needle.trim());
  if (!wanted) return [];
  return messages.filter((message) => !message.isDeleted && foldText(message.body).includes(wanted))
    .map(({ id, createdAt }) => ({ id, createdAt }));
}

/** Both as one, each once, newest first. */
export function joinHits(local: readonly Hit[], server: readonly Hit[]): Hit[] {
  return [...new Map([...server, ...local].map((hit) => [hit.id, hit])).values()].sort(newestFirst);
}
