import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    contactsImport: "/contacts/import";
  }
}

export const screens: Screens = {
  contactsImport: {
    path: "/contacts/import",
    load: () => import("./import/import-screen.tsx").then((file) => file.ImportScreen),
    words: ["contacts"],
    access: "user",
  },
};
