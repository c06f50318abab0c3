import { Sparkles } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    prompts: "/prompts";
  }
}

export const screens: Screens = {
  prompts: {
    path: "/prompts",
    load: () => import("./prompts-screen.tsx").then((file) => file.PromptsScreen),
    words: ["prompts"],
    access: "prompts:manage",
    plan: "useOpenAi",
    menu: { group: "bots", order: 28, icon: Sparkles },
  },
};
