import { KeyRound } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    apiKeys: "/api-keys";
  }
}

export const screens: Screens = {
  apiKeys: {
    path: "/api-keys",
    load: () => import("./api-keys-screen.tsx").then((file) => file.ApiKeysScreen),
    words: ["api-keys"],
    access: "admin",
    plan: "useExternalApi",
    menu: { group: "bots", order: 31, icon: KeyRound },
  },
};
