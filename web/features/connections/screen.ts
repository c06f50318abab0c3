import { Network } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useTrouble } from "./trouble.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    connections: "/connections";
    facebookCallback: "/facebook/callback";
  }
}

export const screens: Screens = {
  connections: {
    path: "/connections",
    load: () => import("./connections-screen.tsx").then((file) => file.ConnectionsScreen),
    words: ["connections", "hours"],
    access: "connections-page:view",
    menu: { group: "admin", order: 30, icon: Network, key: "n", useDot: useTrouble },
  },
  facebookCallback: {
    path: "/facebook/callback",
    load: () => import("./meta/facebook-callback.tsx").then((file) => file.FacebookCallback),
    words: ["connections"],
    access: "open",
  },
};
