// The declaration of a screen, in the `screen.ts` of its folder (`web/features/*`, `web/screens/*`). Addresses, menu, bottom
// bar, guards and palette follow from it (`web/shell/screens.ts` finds them); nothing else lists the screens.
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "../../../api/contract/permissions.ts";
import type { PlanFlag } from "../../../api/contract/plans.ts";

/** Every address by its name: each `screen.ts` adds its own, so a check of types has to see all of them (`deno check web`). */
// deno-lint-ignore no-empty-interface
export interface Paths {}
export type PathName = keyof Paths;

/** A condition of a menu entry, as a hook. `offered` tells whether access and plan allow the entry: if not, ask the server nothing. */
type Condition = (offered: boolean) => boolean;

/** The parts of the menu in its order: work lies open, the others fold into one line each. */
export const menuGroups = ["work", "numbers", "sending", "bots", "admin", "platform"] as const;
export type MenuGroup = typeof menuGroups[number];

export interface MenuEntry {
  group: MenuGroup;
  /** Its place within the group. */
  order: number;
  icon: LucideIcon;
  /** Among the first in the bottom bar of a phone. */
  daily?: true;
  /** Its words have `short` beside `title`: a name that fits below the icon in the bottom bar. */
  short?: true;
  /** The access with which the menu offers it, where more people may open its address. */
  access?: Permission;
  /** The letter that opens it after a "g". */
  key?: string;
  /** Whether the screen has content to open: a help page, a campaign. */
  useShown?: Condition;
  /** Whether the menu shows a red dot, because the screen needs attention. */
  useDot?: Condition;
  /** How many of its entries are new for this person. */
  useCount?: (offered: boolean) => number;
}

export interface Screen<Path extends string = string> {
  path: Path;
  /** Its pattern for the router, where it shows further addresses too. */
  route?: string;
  /** The further addresses it shows. */
  more?: { [N in PathName]?: Paths[N] };
  load: () => Promise<ComponentType>;
  /** The namespaces whose words it shows; `title` of the first is its name. */
  words: readonly [string, ...string[]];
  /** `public` only without a session, `open` with or without, `user` for everybody signed in. */
  access: "public" | "open" | "user" | Permission;
  /** True where it is there after the due date too: the menu has no others then. */
  expired?: true;
  /** True where it is open to somebody who has yet to set up the second factor that their company asks for. */
  beforeFactor?: true;
  /** True of the screen on which somebody replaces the password that was made for them. */
  choosesPassword?: true;
  plan?: PlanFlag;
  /** True where whoever may not see it is told so and sent home, instead of a page that says whom to ask. */
  sendsHome?: true;
  /** A name in the browser's storage without which the screen does not exist; signing in sets it (`core/session.ts`). */
  flag?: "cshow";
  menu?: MenuEntry;
}

/** Whether this browser has the flag of a screen. */
export function hasFlag({ flag }: Pick<Screen, "flag">): boolean {
  return flag === undefined || localStorage.getItem(flag) !== null;
}

/** The type of the export `screens` of a `screen.ts`. */
export type Screens = { [N in PathName]?: Screen<Paths[N]> };

/** A tab that a feature has in the settings: the export `tab` of the `settings-tab.ts` of its folder (`web/screens/settings` finds them). */
export interface SettingsTab extends Pick<Screen, "load" | "words"> {
  /** The end of its address: `/settings/{section}`. */
  section: string;
  /** Its place behind the company's own tabs. */
  order: number;
  access: Permission;
}
