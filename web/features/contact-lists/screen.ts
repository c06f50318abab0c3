import { ListOrdered } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    contactLists: "/contact-lists";
    contactListItems: "/contact-lists/{contactListId}/contacts";
  }
}

export const screens: Screens = {
  contactLists: {
    path: "/contact-lists",
    load: () => import("./contact-lists-screen.tsx").then((file) => file.ContactListsScreen),
    words: ["contact-lists"],
    access: "admin",
    flag: "cshow",
    menu: { group: "sending", order: 34, icon: ListOrdered },
  },
  contactListItems: {
    path: "/contact-lists/{contactListId}/contacts",
    route: "/contact-lists/:contactListId/contacts",
    load: () => import("./list-items-screen.tsx").then((file) => file.ListItemsScreen),
    words: ["contact-lists"],
    access: "admin",
    flag: "cshow",
  },
};
