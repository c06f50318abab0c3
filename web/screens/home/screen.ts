import { LayoutDashboard } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    home: "/";
  }
}

export const screens: Screens = {
  home: {
    path: "/",
    load: () => import("./home-screen.tsx").then((file) => file.HomeScreen),
    words: ["dashboard", "connections", "kanban"],
    access: "user",
    menu: { group: "work", order: 50, icon: LayoutDashboard, daily: true, access: "dashboard:view", key: "d" },
  },
};
