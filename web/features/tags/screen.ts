import { Tags } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    tags: "/tags";
  }
}

export const screens: Screens = {
  tags: {
    path: "/tags",
    load: () => import("./tags-screen.tsx").then((file) => file.TagsScreen),
    words: ["tags"],
    access: "user",
    menu: { group: "admin", order: 38, icon: Tags, key: "t" },
  },
};
