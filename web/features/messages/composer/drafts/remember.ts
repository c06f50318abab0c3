// Mode and quote of each conversation's composer, kept on the device beside its drafts: an answer that was being given to
// something is still one after a restart.
import { useEffect } from "react";
import { type Message, messages } from "../../../../../api/features/messages/contract.ts";
import { queryClient, queryKey } from "../../../../core/answers/query-client.ts";
import { flatten, isPages } from "../../../../core/store/records.ts";
import { store } from "../../../../core/store/store.ts";
import { conversationCall } from "../../conversation-call.ts";
import { changeComposer, type ComposerState, knowsComposer, whenComposerChanges } from "../state.ts";

const rowName = (ticketId: number) => `composer-${ticketId}`;

async function storeBox(ticketId: number, { note, quote }: ComposerState) {
  const db = await store();
  const id = rowName(ticketId);
  if (!note && !quote) await db?.delete("drafts", id);
  else await db?.put("drafts", { id, text: "", updatedAt: Date.now(), note, quoteId: quote?.id ?? null });
}
whenComposerChanges((ticketId, now, before) => {
  if (now.note !== before.note || now.quote?.id !== before.quote?.id) {
    void storeBox(ticketId, now).catch(() => undefined);
  }
});

function messageOf(ticketId: number, id: number): Message | undefined {
  const data = queryClient.getQueryData(queryKey("list", messages.list, conversationCall(ticketId)));
  return isPages(data) ? (flatten(data) as unknown as Message[]).find((message) => message.id === id) : undefined;
}

/** Takes up a conversation's composer where it was left. The quoted message comes with the conversation. */
export function useRemembered(ticketId: number): void {
  useEffect(() => {
    if (knowsComposer(ticketId)) return;
    let stop = () => {};
    const recall = async () => {
      const row = await (await store())?.get("drafts", rowName(ticketId));
      if (!row || knowsComposer(ticketId)) return;
      changeComposer(ticketId, { note: row.note === true, restored: true });
      const id = row.quoteId;
      if (typeof id !== "number") return;
      const look = () => {
        const quote = messageOf(ticketId, id);
        if (!quote) return;
        stop();
        changeComposer(ticketId, { quote, restored: true });
      };
      stop = queryClient.getQueryCache().subscribe(({ type }) => type === "updated" && look());
      look();
    };
    void recall().catch(() => undefined);
    return () => stop();
  }, [ticketId]);
}
