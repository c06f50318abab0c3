// How live events change chats and what is said in them, and where the answers to what was sent go. Loaded with the screen: the number in
// the menu needs no rules.
import { eventName } from "../../../api/contract/event.ts";
import { type Chat, type ChatMessage, chatMessageChanged, chats } from "../../../api/features/chats/contract.ts";
import { applyToQueries } from "../../core/events/queries.ts";
import { liveList } from "../../core/events/lists.ts";
import { whenSent } from "../../core/outbox.ts";
import { currentMe } from "../../core/who/me.ts";
import { foldText } from "../../core/words/search-text.ts";
import { isUnread } from "./chat.ts";

/** By title and the others' names; an event that tells less is the server's to place. */
function matches({ title = "", users = [] }: Partial<Chat>, search: string): boolean {
  const me = currentMe()?.id;
  const names = users.filter(({ userId }) => userId !== me).map(({ user }) => user.name);
  return [title, ...names].some((text) => foldText(text).includes(search));
}
const newest = (a: Chat, b: Chat) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id);

liveList(chats.list, {
  belongs: (chat, { query = {} }) => {
    const search = foldText(query.searchParam?.trim() ?? "");
    return search === "" || matches(chat, search);
  },
  sort: newest,
});
liveList(chats.unread, { belongs: isUnread, sort: newest });
liveList(chats.messages, {
  pages: "backward",
  sort: (a, b) => a.position - b.position,
  belongs: (message, { params }) => message.chatId === Number(params?.id),
});

whenSent(["chat"], (_row, answer) => {
  const me = currentMe();
  for (const newMessage of (answer.messages ?? []) as ChatMessage[]) {
    if (!me) continue;
    const name = eventName(chatMessageChanged, me.companyId, { chatId: newMessage.chatId });
    applyToQueries(name, me.companyId, { action: "create", newMessage });
  }
});
