// How live events change conversations, and who sends what was written.
import { type Message, messageChanged, messages } from "../../../api/features/messages/contract.ts";
import type { Call } from "../../../api/contract/endpoint.ts";
import { callApi } from "../../core/api.ts";
import { liveList } from "../../core/live-lists.ts";
import { applyChange } from "../../core/live-queries.ts";
import { currentMe } from "../../core/me.ts";
import { filesOf, outboxSender } from "../../core/outbox.ts";
import { queryClient, queryKey } from "../../core/query-client.ts";
import { flatten, type Pages } from "../../core/records.ts";
import { conversationCall } from "./conversation-call.ts";
import { uploads } from "./uploads.ts";

/** A conversation also holds earlier tickets of the same contact and connection: known by their messages in it. */
function inHistory(message: Message, ticketId: number): boolean {
  const data = queryClient.getQueryData<Pages>(queryKey("list", messages.list, conversationCall(ticketId)));
  return data !== undefined && flatten(data).some((row) => row.ticketId === message.ticketId);
}
const older = (a: Message, b: Message) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;

liveList(messages.list, {
  pages: "backward",
  sort: older,
  belongs: (message, call) => {
    const ticketId = Number(call.params?.ticketId);
    return message.ticketId === ticketId || inHistory(message, ticketId);
  },
});

outboxSender("message", async (row, onProgress) => {
  const stop = new AbortController();
  uploads.set(row.id, stop);
  try {
    const withFiles = row.blobs.length > 0;
    const answer = await callApi(messages.send, {
      params: { ticketId: row.ticketId },
      body: row.payload as Call<typeof messages.send>["body"],
      files: withFiles ? filesOf(row) : undefined,
    }, { idempotencyKey: row.id, signal: stop.signal, onProgress: withFiles ? onProgress : undefined });
    const me = currentMe();
    for (const message of answer.messages) {
      if (me) applyChange(messageChanged, { action: "create", message }, me.companyId);
    }
  } catch (error) {
    // Cancelled by the person: the row goes as if it were sent.
    if (!stop.signal.aborted) throw error;
  } finally {
    uploads.delete(row.id);
  }
});
