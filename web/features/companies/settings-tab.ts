import type { SettingsTab } from "../../core/page/screen.ts";

export const tab: SettingsTab = {
  section: "companies",
  order: 10,
  access: "companies:manage",
  words: ["companies"],
  load: () => import("./companies-part.tsx").then((file) => file.CompaniesPart),
};
