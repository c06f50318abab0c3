import { Building2 } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    queues: "/queues";
  }
}

export const screens: Screens = {
  queues: {
    path: "/queues",
    load: () => import("./queues-screen.tsx").then((file) => file.QueuesScreen),
    words: ["queues", "hours"],
    access: "queues:manage",
    menu: { group: "admin", order: 20, icon: Building2, key: "f" },
  },
};
