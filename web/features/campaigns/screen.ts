import { Megaphone } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    campaigns: "/campaigns";
    campaignReport: "/campaign/{campaignId}/report";
    campaignSettings: "/campaigns-config";
  }
}

const shared = { access: "admin", plan: "useCampaigns", flag: "cshow", words: ["campaigns"] } as const;

export const screens: Screens = {
  campaigns: {
    ...shared,
    path: "/campaigns",
    load: () => import("./campaigns-screen.tsx").then((file) => file.CampaignsScreen),
    menu: { group: "sending", order: 32, icon: Megaphone },
  },
  campaignReport: {
    ...shared,
    path: "/campaign/{campaignId}/report",
    route: "/campaign/:campaignId/report",
    load: () => import("./report/report-screen.tsx").then((file) => file.ReportScreen),
  },
  campaignSettings: {
    ...shared,
    path: "/campaigns-config",
    load: () => import("./settings-screen.tsx").then((file) => file.SettingsScreen),
  },
};
