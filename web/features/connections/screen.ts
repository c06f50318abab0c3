import { Network } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useTrouble } from "./trouble.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    connections: "/connections";
    loginCallback: "/{channel}/callback";
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
  loginCallback: {
    path: "/{channel}/callback",
    load: () => import("./login/login-callback.tsx").then((file) => file.LoginCallback),
    words: ["connections"],
    access: "open",
  },
};
