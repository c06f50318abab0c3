import { FolderOpen } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    files: "/files";
  }
}

export const screens: Screens = {
  files: {
    path: "/files",
    load: () => import("./file-lists-screen.tsx").then((file) => file.FileListsScreen),
    words: ["file-lists"],
    access: "files:manage",
    menu: { group: "bots", order: 24, icon: FolderOpen },
  },
};
