import { Network } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    allConnections: "/allConnections";
  }
}

export const screens: Screens = {
  allConnections: {
    path: "/allConnections",
    load: () => import("./all-connections-screen.tsx").then((file) => file.AllConnectionsScreen),
    words: ["overview", "connections"],
    access: "super",
    menu: { group: "platform", order: 20, icon: Network },
  },
};
