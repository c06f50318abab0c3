import { ListTodo } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    todo: "/todolist";
  }
}

export const screens: Screens = {
  todo: {
    path: "/todolist",
    load: () => import("./todo-screen.tsx").then((file) => file.TodoScreen),
    words: ["todo"],
    access: "user",
    menu: { group: "work", order: 56, icon: ListTodo, key: "l" },
  },
};
