import { WalletCards } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useMe } from "../../core/who/me.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    expired: "/financeiro-aberto";
  }
}

export const screens: Screens = {
  expired: {
    path: "/financeiro-aberto",
    load: () => import("./expired-screen.tsx").then((file) => file.ExpiredScreen),
    words: ["billing"],
    access: "user",
    expired: true,
    menu: { group: "work", order: 10, icon: WalletCards, useShown: () => useMe().company.expired },
  },
};
