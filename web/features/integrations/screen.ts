import { Workflow } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    integrations: "/queue-integration";
  }
}

export const screens: Screens = {
  integrations: {
    path: "/queue-integration",
    load: () => import("./integrations-screen.tsx").then((file) => file.IntegrationsScreen),
    words: ["integrations"],
    access: "integrations:manage",
    plan: "useIntegrations",
    menu: { group: "bots", order: 26, icon: Workflow },
  },
};
