import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    company: "/companies/{id}";
  }
}

export const screens: Screens = {
  company: {
    path: "/companies/{id}",
    route: "/companies/:id",
    load: () => import("./company-screen.tsx").then((file) => file.CompanyScreen),
    words: ["companies", "overview", "connections", "billing"],
    access: "companies:manage",
  },
};
