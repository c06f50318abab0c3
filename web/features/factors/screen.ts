import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    security: "/security";
  }
}

export const screens: Screens = {
  security: {
    path: "/security",
    load: () => import("./security-screen.tsx").then((file) => file.SecurityScreen),
    words: ["factors"],
    access: "user",
    expired: true,
    beforeFactor: true,
  },
};
