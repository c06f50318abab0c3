import { Zap } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    quickMessages: "/quick-messages";
  }
}

export const screens: Screens = {
  quickMessages: {
    path: "/quick-messages",
    load: () => import("./quick-messages-screen.tsx").then((file) => file.QuickMessagesScreen),
    words: ["quick-messages"],
    access: "user",
    menu: { group: "work", order: 30, icon: Zap, short: true, key: "q" },
  },
};
