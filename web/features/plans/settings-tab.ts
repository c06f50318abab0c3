import type { SettingsTab } from "../../core/page/screen.ts";

export const tab: SettingsTab = {
  section: "plans",
  order: 20,
  access: "plans:manage",
  words: ["plans"],
  load: () => import("./plans-part.tsx").then((file) => file.PlansPart),
};
