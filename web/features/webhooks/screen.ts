import { RadioTower } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useTrouble } from "./use-trouble.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    webhooks: "/webhook-events";
  }
}

export const screens: Screens = {
  webhooks: {
    path: "/webhook-events",
    load: () => import("./webhooks-screen.tsx").then((file) => file.WebhooksScreen),
    words: ["webhooks"],
    access: "admin",
    plan: "useExternalApi",
    menu: { group: "bots", order: 32, icon: RadioTower, useDot: useTrouble },
  },
};
