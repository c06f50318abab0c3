import { BellOff } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    optOuts: "/opt-outs";
  }
}

export const screens: Screens = {
  optOuts: {
    path: "/opt-outs",
    load: () => import("./opt-outs-screen.tsx").then((file) => file.OptOutsScreen),
    words: ["opt-outs"],
    access: "admin",
    menu: { group: "sending", order: 36, icon: BellOff },
  },
};
