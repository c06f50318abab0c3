import { Presentation } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    announcements: "/announcements";
  }
}

export const screens: Screens = {
  announcements: {
    path: "/announcements",
    load: () => import("./announcements-screen.tsx").then((file) => file.AnnouncementsScreen),
    words: ["announcements"],
    access: "super",
    menu: { group: "platform", order: 50, icon: Presentation },
  },
};
