/// <reference path="../core/vite.d.ts" />
// Finds what the folders declare in their `screen.ts`. Routes, menu, bottom bar, guards and palette follow from it.
import { type ComponentType, createElement } from "react";
import { can } from "../../api/contract/permissions.ts";
import type { Me } from "../../api/features/session/contract.ts";
import { addPaths } from "../core/page/href.ts";
import { lazyScreen } from "../core/app-files/lazy-screen.ts";
import { hasFlag, type MenuEntry, menuGroups, type Screen as Declared, type Screens } from "../core/page/screen.ts";
import { viewerOf } from "../core/who/can.ts";
import { Waiting } from "./waiting.tsx";

export interface Screen extends Declared {
  name: string;
  /** Its pattern for the router. */
  route: string;
  component: ComponentType;
}
export type MenuScreen = Screen & { menu: MenuEntry };

const found = import.meta.glob<Screens>("../{features,screens}/*/screen.ts", { eager: true, import: "screens" });

/** All screens, no order meant. */
export const screens: readonly Screen[] = Object.values(found).flatMap((declared) =>
  Object.entries(declared).map(([name, screen]) => ({
    ...screen,
    name,
    route: screen.route ?? screen.path,
    component: lazyScreen(screen, createElement(Waiting)),
  }))
);
for (const { name, path, more } of screens) addPaths({ [name]: path, ...more });

/** Those that the menu may have, in its order. */
export const menuScreens: readonly MenuScreen[] = screens
  .filter((screen): screen is MenuScreen => screen.menu !== undefined)
  .sort(({ menu: a }, { menu: b }) => menuGroups.indexOf(a.group) - menuGroups.indexOf(b.group) || a.order - b.order);

/** Whether access and plan give this person an entry. */
export function isOffered({ access, expired, plan, flag, menu }: MenuScreen, me: Me): boolean {
  if (!hasFlag({ flag })) return false;
  if (me.company.expired && !expired) return false;
  if (plan && !me.company.plan[plan]) return false;
  const wanted = menu.access ?? access;
  return wanted === "user" || wanted === "public" || wanted === "open" || can(viewerOf(me), wanted);
}
