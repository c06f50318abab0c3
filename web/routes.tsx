// The list of screens. Menu, guards and the no-access page follow from it; nothing else knows which screens there are.
import type { LucideIcon } from "lucide-react";
import { Building2, MessagesSquare, Network, Users, WalletCards } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "../api/contract/permissions.ts";
import type { PlanFlag } from "../api/contract/plans.ts";
import { href, type PathName, paths } from "./core/href.ts";
import { screen } from "./shell/lazy-screen.ts";

export interface Screen {
  name: PathName;
  /** wouter's pattern. */
  path: string;
  component: ComponentType;
  /** `public` only without a session, `open` with or without, `user` for everybody signed in, `expired` also after the due date. */
  access: "public" | "open" | "user" | "expired" | Permission;
  plan?: PlanFlag;
  menu?: { group: "work" | "admin"; icon: LucideIcon; label: string };
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
    component: screen(() => import("./features/connections/facebook-callback.tsx"), "FacebookCallback", [
      "connections",
    ]),
    access: "open",
  },
  {
    name: "home",
    path: pattern("home"),
    component: screen(() => import("./shell/home/home-screen.tsx"), "HomeScreen", ["connections"]),
    access: "user",
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
    component: screen(() => import("./shell/inbox/inbox-screen.tsx"), "InboxScreen", ["tickets", "messages"]),
    access: "user",
    menu: { group: "work", icon: MessagesSquare, label: "menu.tickets" },
  },
  {
    name: "users",
    path: pattern("users"),
    component: screen(() => import("./features/users/users-screen.tsx"), "UsersScreen", ["users"]),
    access: "users:manage",
    menu: { group: "admin", icon: Users, label: "menu.users" },
  },
  {
    name: "queues",
    path: pattern("queues"),
    component: screen(() => import("./features/queues/queues-screen.tsx"), "QueuesScreen", ["queues"]),
    access: "queues:manage",
    menu: { group: "admin", icon: Building2, label: "menu.queues" },
  },
  {
    name: "connections",
    path: pattern("connections"),
    component: screen(() => import("./features/connections/connections-screen.tsx"), "ConnectionsScreen", [
      "connections",
    ]),
    access: "connections-page:view",
    menu: { group: "admin", icon: Network, label: "menu.connections" },
  },
];

/** The entry the menu shows instead of all others when the subscription has ended. */
export const expiredEntry = { href: href("expired"), icon: WalletCards, label: "menu.expired" };
