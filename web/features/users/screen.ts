import { Users } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    users: "/users";
  }
}

export const screens: Screens = {
  users: {
    path: "/users",
    load: () => import("./users-screen.tsx").then((file) => file.UsersScreen),
    words: ["users"],
    access: "users:manage",
    menu: { group: "admin", order: 10, icon: Users, key: "u" },
  },
};
