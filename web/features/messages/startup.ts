// How live events change conversations, and where the answers to what was sent go.
import { type Message, messageChanged, messages } from "../../../api/features/messages/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { applyChange } from "../../core/events/queries.ts";
import { currentMe } from "../../core/who/me.ts";
import { whenSent } from "../../core/outbox.ts";
import { queryClient, queryKey } from "../../core/answers/query-client.ts";
import { older } from "../../core/store/order.ts";
import { flatten, type Pages } from "../../core/store/records.ts";
import { conversationCall } from "./conversation-call.ts";
import "./device.ts";

/** A conversation also holds earlier tickets of the same contact and connection: known by their messages in it. */
function inHistory(message: Message, ticketId: number): boolean {
  const data = queryClient.getQueryData<Pages>(queryKey("list", messages.list, conversationCall(ticketId)));
  return data !== undefined &&
    flatten(data).some((row) => row.ticketId === message.ticketId && row.contactId === message.contactId);
}

liveList(messages.list, {
  pages: "backward",
  sort: older,
  belongs: (message, call) => {
    const ticketId = Number(call.params?.ticketId);
    return message.ticketId === ticketId || inHistory(message, ticketId);
  },
});

const tell = (action: "create" | "update", message: unknown) => {
  const me = currentMe();
  if (me && message) applyChange(messageChanged, { action, message }, me.companyId);
};
whenSent(["message", "forward"], (_row, answer) => {
  for (const message of (answer.messages ?? []) as Message[]) tell("create", message);
});
whenSent(["edit", "delete", "react"], (_row, answer) => tell("update", answer));
