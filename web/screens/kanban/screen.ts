import { SquareKanban } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    kanban: "/kanban";
    lanes: "/tagskanban";
  }
}

export const screens: Screens = {
  kanban: {
    path: "/kanban",
    load: () => import("./kanban-screen.tsx").then((file) => file.KanbanScreen),
    words: ["kanban", "tickets", "messages"],
    access: "user",
    plan: "useKanban",
    menu: { group: "work", order: 15, icon: SquareKanban, key: "k" },
  },
  lanes: {
    path: "/tagskanban",
    load: () => import("../../features/kanban/lanes/lanes-screen.tsx").then((file) => file.LanesScreen),
    words: ["kanban", "hours"],
    access: "dashboard:view",
    plan: "useKanban",
  },
};
