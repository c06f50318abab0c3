import { CalendarClock } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    schedules: "/schedules";
  }
}

export const screens: Screens = {
  schedules: {
    path: "/schedules",
    load: () => import("./schedules-screen.tsx").then((file) => file.SchedulesScreen),
    words: ["schedules"],
    access: "user",
    plan: "useSchedules",
    menu: { group: "work", order: 34, icon: CalendarClock, short: true },
  },
};
