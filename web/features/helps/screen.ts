import { CircleHelp } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useMe } from "../../core/who/me.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    helps: "/helps";
  }
}

export const screens: Screens = {
  helps: {
    path: "/helps",
    load: () => import("./helps-screen.tsx").then((file) => file.HelpsScreen),
    words: ["helps"],
    access: "user",
    // A session from before there were helps says nothing of them.
    menu: { group: "work", order: 90, icon: CircleHelp, useShown: () => (useMe().helps ?? 0) > 0 },
  },
};
