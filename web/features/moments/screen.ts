import { Activity } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    moments: "/moments";
  }
}

export const screens: Screens = {
  moments: {
    path: "/moments",
    load: () => import("./moments-screen.tsx").then((file) => file.MomentsScreen),
    words: ["moments"],
    access: "moments:view",
    menu: { group: "numbers", order: 60, icon: Activity, key: "m" },
  },
};
