// What colleagues say while one is elsewhere in the app: one quiet line for each chat, and the sound.
import i18next from "i18next";
import { navigate } from "wouter/use-browser-location";
import { chatChanged, type ChatMessage, chatMessageChanged, chats } from "../../../api/features/chats/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { onEvent } from "../../core/live.ts";
import { href } from "../../core/page/href.ts";
import { callApi } from "../../core/who/api.ts";
import { currentMe } from "../../core/who/me.ts";
import { whileSignedIn } from "../../core/session.ts";
import { playSound } from "../../core/sound.ts";
import { plain } from "../../core/words/plain.ts";
import { saidLine } from "../../core/words/preview.ts";
import { toast } from "../../ui/toast.tsx";
import { forgetChat } from "./forget.ts";

/** What is older came with the stream's beginning, ms. */
const RECENT_MS = 60_000;
const READ_MS = 8_000;
const WORDS_MAX = 120;

async function tell(said: ChatMessage): Promise<void> {
  const me = currentMe();
  if (!me || said.senderId === me.id || serverNow() - Date.parse(said.createdAt) > RECENT_MS) return;
  const chat = (await callApi(chats.unread).catch(() => [])).find(({ id }) => id === said.chatId);
  const named = said.mentions.some(({ id }) => id === me.id);
  // Read already, silenced, or before one's eyes.
  if (!chat || (chat.muted && !named)) return;
  const path = href("chat", { uuid: chat.uuid });
  if (location.pathname === path && document.hasFocus()) return;
  if (!location.pathname.startsWith(href("chats"))) {
    const words = Array.from(plain(saidLine({ kind: said.mediaType, body: said.message }), false));
    const short = words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX).join("")}…` : words.join("");
    const name = [said.senderName, chat.title].filter(Boolean).join(" · ");
    toast.info(`${name}: ${short}`, {
      about: `chat-${chat.id}`,
      time: READ_MS,
      action: { label: i18next.t("do.open"), run: () => navigate(path) },
    });
  }
  void playSound();
}

whileSignedIn((me) => {
  if (!me.company.plan.useInternalChat) return;
  const ends = [
    onEvent(chatMessageChanged, (payload) => {
      if (payload.action === "create") void tell(payload.newMessage);
    }),
    onEvent(chatChanged, (payload) => {
      if (payload.action === "delete") void forgetChat(Number(payload.chatId));
    }),
  ];
  return () => ends.forEach((end) => end());
});
