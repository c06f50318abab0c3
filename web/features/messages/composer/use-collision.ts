// Two agents who answer the same customer: sending asks once if a colleague answered since the agent began
// (docs/product/presence.md#collision).
import i18next from "i18next";
import { useEffect, useRef } from "react";
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { currentMe } from "../../../core/who/me.ts";
import { queryClient, queryKey } from "../../../core/answers/query-client.ts";
import { flatten, isPages } from "../../../core/store/records.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { conversationCall } from "../conversation-call.ts";

type Said = Pick<Message, "id" | "fromMe" | "isPrivate" | "isDeleted" | "userId" | "userName" | "body">;

/** What a colleague told the customer after the message `since`, the newest; undefined when nobody did. */
export function answeredSince(all: readonly Said[], since: number, me: number): Said | undefined {
  return all.filter((message) =>
    message.id > since && message.fromMe && !message.isPrivate && !message.isDeleted && message.userId !== null &&
    message.userId !== me
  ).reduce<Said | undefined>((newest, message) => newest && newest.id > message.id ? newest : message, undefined);
}
function conversation(ticketId: number): readonly Message[] {
  const data = queryClient.getQueryData(queryKey("list", messages.list, conversationCall(ticketId)));
  return isPages(data) ? flatten(data) as unknown as Message[] : [];
}
const newest = (ticketId: number) => conversation(ticketId).reduce((id, message) => Math.max(id, message.id), 0);

/** Call what it returns before sending an answer: false means that the person wants to look first. */
export function useCollision(ticketId: number, text: string): () => Promise<boolean> {
  const since = useRef(0);
  const writing = text.trim() !== "";
  useEffect(() => {
    since.current = writing ? newest(ticketId) : 0;
  }, [ticketId, writing]);
  return async () => {
    const theirs = since.current > 0 && answeredSince(conversation(ticketId), since.current, currentMe()?.id ?? 0);
    if (!theirs) return true;
    since.current = newest(ticketId);
    return await confirm({
      title: i18next.t("collision.title", { ns: "messages", name: theirs.userName ?? "" }),
      text: theirs.body.slice(0, 200),
      action: i18next.t("collision.send", { ns: "messages" }),
      cancel: i18next.t("collision.look", { ns: "messages" }),
    });
  };
}
