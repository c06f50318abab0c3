import { Webhook } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    messagesApi: "/messages-api";
  }
}

export const screens: Screens = {
  messagesApi: {
    path: "/messages-api",
    load: () => import("./messages-api-screen.tsx").then((file) => file.MessagesApiScreen),
    words: ["messages-api"],
    access: "admin",
    plan: "useExternalApi",
    menu: { group: "bots", order: 30, icon: Webhook },
  },
};
