import type { SettingsTab } from "../../core/page/screen.ts";

export const tab: SettingsTab = {
  section: "helps",
  order: 30,
  access: "super",
  words: ["helps"],
  load: () => import("./helps-part.tsx").then((file) => file.HelpsPart),
};
