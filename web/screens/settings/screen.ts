import { Settings } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";
import { useDiskTrouble } from "../../features/settings/use-disk.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    settings: "/settings";
    settingsHours: "/settings/hours";
    settingsDevices: "/settings/devices";
    settingsDisk: "/settings/disk";
    brand: "/settings/brand";
  }
}

export const screens: Screens = {
  settings: {
    path: "/settings",
    route: "/settings/:section?",
    more: {
      settingsHours: "/settings/hours",
      settingsDevices: "/settings/devices",
      settingsDisk: "/settings/disk",
      brand: "/settings/brand",
    },
    load: () => import("./settings-screen.tsx").then((file) => file.SettingsScreen),
    words: ["settings", "hours"],
    access: "settings:manage",
    menu: { group: "admin", order: 40, icon: Settings, key: "s", useDot: useDiskTrouble },
  },
};
