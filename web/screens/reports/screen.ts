import { FileSpreadsheet } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    reports: "/reports";
  }
}

export const screens: Screens = {
  reports: {
    path: "/reports",
    load: () => import("./reports-screen.tsx").then((file) => file.ReportsScreen),
    words: ["reports"],
    access: "reports:view",
    menu: { group: "numbers", order: 70, icon: FileSpreadsheet, key: "r" },
  },
};
