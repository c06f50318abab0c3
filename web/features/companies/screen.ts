import { Building2 } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    companies: "/companies";
  }
}

export const screens: Screens = {
  companies: {
    path: "/companies",
    load: () => import("./companies-screen.tsx").then((file) => file.CompaniesScreen),
    words: ["companies"],
    access: "companies:manage",
    sendsHome: true,
    menu: { group: "platform", order: 10, icon: Building2 },
  },
};
