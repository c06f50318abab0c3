import { MessageCircleMore } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useUnreadChats } from "../../features/chats/unread.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    chats: "/chats";
    chat: "/chats/{uuid}";
  }
}

export const screens: Screens = {
  chats: {
    path: "/chats",
    route: "/chats/:uuid?",
    more: { chat: "/chats/{uuid}" },
    load: () => import("./chats-screen.tsx").then((file) => file.ChatsScreen),
    words: ["chats", "messages", "tickets"],
    access: "user",
    plan: "useInternalChat",
    menu: { group: "work", order: 54, icon: MessageCircleMore, key: "h", useCount: useUnreadChats },
  },
};
