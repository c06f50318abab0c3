import { MessagesSquare } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useUnread } from "./unread.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    tickets: "/tickets";
    ticket: "/tickets/{uuid}";
  }
}

export const screens: Screens = {
  tickets: {
    path: "/tickets",
    route: "/tickets/:uuid?",
    more: { ticket: "/tickets/{uuid}" },
    load: () => import("./inbox-screen.tsx").then((file) => file.InboxScreen),
    words: ["tickets", "messages"],
    access: "user",
    menu: {
      group: "work",
      order: 10,
      icon: MessagesSquare,
      daily: true,
      key: "i",
      useCount: (offered) => useUnread(offered).shown,
    },
  },
};
