// Which kept conversations hold what somebody looks for, and where.
import type { MessageHit } from "../../../../api/features/tickets/contract.ts";
import { keptConversation, keptTexts } from "../../../core/device/read.ts";
import { excerpt, foldText, scan } from "../../../core/words/search-text.ts";

/** So many lines are on screen, or soon; reading the words as they were written costs a record each. */
const WITH_WORDS = 20;

/** Tickets whose kept messages hold the needle, each with its newest find. Gives the thread back while it looks. */
export async function messagesWith(needle: string, signal?: AbortSignal): Promise<Map<number, MessageHit>> {
  const wanted = foldText(needle);
  const found = await scan(await keptTexts(), ({ id, said }) => {
    const hit = said.find(([, text]) => text.includes(wanted));
    return hit ? { id, messageId: hit[0] } : null;
  }, signal);
  const hits = await Promise.all(found.map(async ({ id, messageId }, at): Promise<[number, MessageHit]> => {
    const messages = at < WITH_WORDS && !signal?.aborted ? await keptConversation(id) : null;
    const body = messages?.find((message) => message.id === messageId)?.body ?? "";
    return [id, { messageId, text: excerpt(body, needle) ?? body }];
  }));
  return new Map(hits);
}
