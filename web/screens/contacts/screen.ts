import { BookUser } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    contacts: "/contacts";
  }
}

export const screens: Screens = {
  contacts: {
    path: "/contacts",
    load: () => import("./contacts-screen.tsx").then((file) => file.ContactsScreen),
    words: ["contacts"],
    access: "user",
    menu: { group: "work", order: 20, icon: BookUser, daily: true, key: "c" },
  },
};
