// The list of screens. Menu, guards and the no-access page follow from it; nothing else knows which screens there are.
import type { LucideIcon } from "lucide-react";
import {
  Activity,
  BookUser,
  Building2,
  FileSpreadsheet,
  LayoutDashboard,
  MessagesSquare,
  Network,
  Settings,
  Tags,
  Users,
  WalletCards,
  Zap,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "../api/contract/permissions.ts";
import type { PlanFlag } from "../api/contract/plans.ts";
import { href, type PathName, paths } from "./core/page/href.ts";
import { screen } from "./shell/lazy-screen.ts";

export interface Screen {
  name: PathName;
  /** wouter's pattern. */
  path: string;
  component: ComponentType;
  /** `public` only without a session, `open` with or without, `user` for everybody signed in, `expired` also after the due date. */
  access: "public" | "open" | "user" | "expired" | Permission;
  plan?: PlanFlag;
  /** `access`: who is offered it, where more people may open its address. `key`: the letter that opens it after a "g". */
  menu?: {
    group: "work" | "admin";
    icon: LucideIcon;
    label: string;
    /** A word for the bottom bar of a phone. */
    short?: string;
    access?: Permission;
    key?: string;
  };
}

const pattern = (name: PathName) => paths[name].replace(/\{(\w+)\}/g, ":$1");

export const screens: readonly Screen[] = [
  {
    name: "login",
    path: pattern("login"),
    component: screen(() => import("./features/session/login-screen.tsx"), "LoginScreen", ["session"]),
    access: "public",
  },
  {
    name: "signup",
    path: pattern("signup"),
    component: screen(() => import("./features/session/signup-screen.tsx"), "SignupScreen", ["session"]),
    access: "public",
  },
  {
    name: "facebookCallback",
    path: pattern("facebookCallback"),
    component: screen(() => import("./features/connections/meta/facebook-callback.tsx"), "FacebookCallback", [
      "connections",
    ]),
    access: "open",
  },
  {
    name: "expired",
    path: pattern("expired"),
    component: screen(() => import("./features/billing/expired-screen.tsx"), "ExpiredScreen", ["billing"]),
    access: "expired",
  },
  {
    name: "tickets",
    path: `${pattern("tickets")}/:uuid?`,
    component: screen(() => import("./screens/inbox/inbox-screen.tsx"), "InboxScreen", ["tickets", "messages"]),
    access: "user",
    menu: { group: "work", icon: MessagesSquare, label: "menu.tickets", key: "i" },
  },
  {
    name: "contactsImport",
    path: pattern("contactsImport"),
    component: screen(() => import("./features/contacts/import/import-screen.tsx"), "ImportScreen", ["contacts"]),
    access: "user",
  },
  {
    name: "contacts",
    path: pattern("contacts"),
    component: screen(() => import("./screens/contacts/contacts-screen.tsx"), "ContactsScreen", ["contacts"]),
    access: "user",
    menu: { group: "work", icon: BookUser, label: "menu.contacts", key: "c" },
  },
  {
    name: "quickMessages",
    path: pattern("quickMessages"),
    component: screen(() => import("./features/quick-messages/quick-messages-screen.tsx"), "QuickMessagesScreen", [
      "quick-messages",
    ]),
    access: "user",
    menu: { group: "work", icon: Zap, label: "menu.quickMessages", short: "menu.quick", key: "q" },
  },
  {
    name: "tags",
    path: pattern("tags"),
    component: screen(() => import("./features/tags/tags-screen.tsx"), "TagsScreen", ["tags"]),
    access: "user",
    menu: { group: "work", icon: Tags, label: "menu.tags", key: "t" },
  },
  {
    name: "home",
    path: pattern("home"),
    component: screen(() => import("./screens/home/home-screen.tsx"), "HomeScreen", ["connections", "dashboard"]),
    access: "user",
    menu: { group: "work", icon: LayoutDashboard, label: "menu.home", key: "d", access: "dashboard:view" },
  },
  {
    name: "moments",
    path: pattern("moments"),
    component: screen(() => import("./features/moments/moments-screen.tsx"), "MomentsScreen", ["moments"]),
    access: "moments:view",
    menu: { group: "work", icon: Activity, label: "menu.moments", key: "m" },
  },
  {
    name: "reports",
    path: pattern("reports"),
    component: screen(() => import("./screens/reports/reports-screen.tsx"), "ReportsScreen", ["reports"]),
    access: "reports:view",
    menu: { group: "work", icon: FileSpreadsheet, label: "menu.reports", key: "r" },
  },
  {
    name: "users",
    path: pattern("users"),
    component: screen(() => import("./features/users/users-screen.tsx"), "UsersScreen", ["users"]),
    access: "users:manage",
    menu: { group: "admin", icon: Users, label: "menu.users", key: "u" },
  },
  {
    name: "queues",
    path: pattern("queues"),
    component: screen(() => import("./features/queues/queues-screen.tsx"), "QueuesScreen", ["queues", "hours"]),
    access: "queues:manage",
    menu: { group: "admin", icon: Building2, label: "menu.queues", key: "f" },
  },
  {
    name: "connections",
    path: pattern("connections"),
    component: screen(() => import("./features/connections/connections-screen.tsx"), "ConnectionsScreen", [
      "connections",
      "hours",
    ]),
    access: "connections-page:view",
    menu: { group: "admin", icon: Network, label: "menu.connections", key: "n" },
  },
  {
    name: "settings",
    path: `${pattern("settings")}/:section?`,
    component: screen(() => import("./features/settings/settings-screen.tsx"), "SettingsScreen", ["settings", "hours"]),
    access: "settings:manage",
    menu: { group: "admin", icon: Settings, label: "menu.settings", key: "s" },
  },
  {
    name: "share",
    path: pattern("share"),
    component: screen(() => import("./screens/share/share-screen.tsx"), "ShareScreen", ["share", "messages"]),
    access: "user",
  },
];

/** The entry the menu shows instead of all others when the subscription has ended. */
export const expiredEntry = { href: href("expired"), icon: WalletCards, label: "menu.expired" };
