import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    share: "/share";
  }
}

export const screens: Screens = {
  share: {
    path: "/share",
    load: () => import("./share-screen.tsx").then((file) => file.ShareScreen),
    words: ["share", "messages"],
    access: "user",
  },
};
