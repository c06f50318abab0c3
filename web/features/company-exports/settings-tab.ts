import type { SettingsTab } from "../../core/page/screen.ts";

export const tab: SettingsTab = {
  section: "export",
  order: 5,
  access: "settings:manage",
  words: ["company-exports"],
  load: () => import("./export-part.tsx").then((file) => file.ExportPart),
};
